import { randomUUID } from 'node:crypto';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError, type FieldIssue } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { parseConversionRequest } from '../../shared/request/request.js';
import { sizeMessage } from '../../shared/messages/measures.js';
import type { RemoteConversion } from '../engine/remote-renderer.js';
import { type EndpointField, RemoteFailure, advised, quotedName } from './failures.js';
import type { RemoteRendererParts } from './call.js';
import { renderOn } from './render-on.js';

/** A test fails after this time, even if the endpoint allows more. */
const maxTimeoutSeconds = 60;

const html =
  '<!doctype html><title>Test</title><p>Platen rendered this page to test a service.</p>';

/**
 * Renders a tiny PDF in test mode, which is free, and reports the result.
 * @throws AppError with the reason and the faulty field of the endpoint
 */
export async function testEndpoint(
  endpoint: RemoteEndpoint,
  secret: string,
  parts: Pick<RemoteRendererParts, 'version' | 'ca' | 'limits' | 'log'>,
): Promise<{ readonly message: Message }> {
  // A test is synchronous and leaves no object in a bucket.
  const tested = {
    ...endpoint,
    testMode: true,
    storage: null,
    timeoutSeconds: Math.min(endpoint.timeoutSeconds, maxTimeoutSeconds),
  };
  const request = parseConversionRequest({ source: { kind: 'html', html } });
  try {
    const conversion = await renderOn(
      tested,
      request,
      { idempotencyKey: randomUUID() },
      {
        ...parts,
        limits: { ...parts.limits, retriesMs: [] },
        endpoints: { get: () => tested, secretOf: async () => Promise.resolve(secret) },
      },
    );
    return { message: resultMessage(endpoint, conversion) };
  } catch (thrown) {
    if (thrown instanceof RemoteFailure) throw testFailure(endpoint, thrown);
    throw thrown;
  }
}

function resultMessage(endpoint: RemoteEndpoint, { pdf, receipt }: RemoteConversion): Message {
  const service = quotedName(endpoint);
  if (pdf !== null) {
    const { pages } = pdf;
    return message('remote.testPassed', { service, pages, size: sizeMessage(pdf.size) });
  }
  const reason = receipt.notFetched ?? '';
  return receipt.url === undefined
    ? message('remote.testWithoutPdf', { service, why: reason })
    : message('remote.testWithoutFetch', { service, why: reason });
}

/** No outcome is uncertain in test mode, because nothing is charged. */
function testFailure(endpoint: RemoteEndpoint, failure: RemoteFailure): AppError {
  const { code, details, reason } = failure;
  if (code !== 'remote-uncertain') {
    const { message: text } = failure.toData();
    return new AppError(code, text, fieldsOf(details.field, text));
  }
  const error = message('remote.testFailed', { service: quotedName(endpoint), reason });
  const text = advised(error, details);
  return new AppError('remote-refused', text, fieldsOf(details.field, text));
}

function fieldsOf(
  field: EndpointField | undefined,
  text: Message,
): readonly FieldIssue[] | undefined {
  return field === undefined ? undefined : [{ field, message: text }];
}
