import { randomUUID } from 'node:crypto';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { parseConversionRequest } from '../../shared/request/request.js';
import { sizeText } from '../../shared/size.js';
import type { RemoteConversion } from '../engine/remote-renderer.js';
import { RemoteFailure, serviceName } from './remote-failure.js';
import { type RemoteRendererParts, renderOn } from './remote-renderer.js';

/** How long a test waits for a tiny page, in seconds, whatever the endpoint's own patience. */
const patienceSeconds = 60;

const html =
  '<!doctype html><title>Test</title><p>Platen had this page made to test a service.</p>';

/**
 * Has a tiny PDF made in test mode, which costs nothing, and tells what came back.
 * @throws AppError with what is wrong, and the endpoint's field that it lies in
 */
export async function testEndpoint(
  endpoint: RemoteEndpoint,
  secret: string,
  parts: Pick<RemoteRendererParts, 'version' | 'ca' | 'limits' | 'log'>,
): Promise<{ readonly message: string }> {
  // A test is answered at once, and leaves nothing in a bucket.
  const tested = {
    ...endpoint,
    testMode: true,
    storage: null,
    patienceSeconds: Math.min(endpoint.patienceSeconds, patienceSeconds),
  };
  const request = parseConversionRequest({ source: { kind: 'html', html } });
  try {
    const made = await renderOn(
      tested,
      request,
      { idempotencyKey: randomUUID() },
      {
        ...parts,
        limits: { ...parts.limits, retriesMs: [] },
        endpoints: { get: () => tested, secretOf: async () => Promise.resolve(secret) },
      },
    );
    return { message: sentence(endpoint, made) };
  } catch (thrown) {
    if (thrown instanceof RemoteFailure) throw testFailure(endpoint, thrown);
    throw thrown;
  }
}

function sentence(endpoint: RemoteEndpoint, { pdf, receipt }: RemoteConversion): string {
  const name = serviceName(endpoint);
  if (pdf !== null) {
    const pages = pdf.pages === 1 ? '1 page' : `${pdf.pages} pages`;
    const what = pdf.pages === 0 ? 'a PDF' : `a PDF of ${pages}`;
    return `${name} works: ${what} (${sizeText(pdf.size)}) came back, made in test mode.`;
  }
  const why = receipt.notFetched ?? '';
  if (receipt.url === undefined) {
    return `${name} took the request in test mode, and the PDF did not come back. ${why}`;
  }
  return `${name} works, but the PDF itself did not come back, only its address. ${why}`;
}

/** In test mode nothing costs, so that nothing is uncertain. */
function testFailure(endpoint: RemoteEndpoint, failure: RemoteFailure): AppError {
  const { code, details, reason } = failure;
  const advice = details.advice === undefined ? '' : ` ${details.advice}.`;
  const message =
    code === 'remote-uncertain'
      ? `${serviceName(endpoint)} did not pass the test: ${reason}.${advice}`
      : failure.message;
  const fields = details.field === undefined ? undefined : [{ field: details.field, message }];
  return new AppError(code === 'remote-uncertain' ? 'remote-refused' : code, message, fields);
}
