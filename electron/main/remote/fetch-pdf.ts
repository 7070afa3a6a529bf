import { AppError } from '../../shared/errors.js';
import { faultReason } from './fault-reason.js';
import { getAddress } from './get-address.js';
import { RefusedAddress } from './refused-address.js';
import { shownText } from './hidden-secrets.js';
import { progressOf } from './progress.js';
import { type ReadBody, announcedSize, mediaType, readBody } from './read-body.js';
import type { RemoteCall } from './remote-call.js';
import { beginsAsPdf, maxPdfBytes, pdfIssue } from './remote-pdf.js';

/** What came of fetching a PDF: its bytes, or why they are not here, as the end of a sentence. */
export type Fetched =
  | { readonly kind: 'fetched'; readonly bytes: Buffer }
  | { readonly kind: 'not-fetched'; readonly why: string };

/** How much is read of what turns out not to be a PDF, in bytes. */
const maxOtherBytes = 64 * 1024;

/**
 * Fetches a PDF from the address that a service has named.
 * @throws AppError `canceled`
 */
export async function fetchPdf(call: RemoteCall, url: URL): Promise<Fetched> {
  try {
    const { answer } = await getAddress(call, url, 'application/pdf');
    const { statusCode: status = 0 } = answer;
    if (status !== 200) {
      answer.destroy();
      return notFetched(`${url.host} answered ${status}${adviceOf(status)}`);
    }
    const progress = progressOf(call, 'fetching', announcedSize(answer));
    progress(0);
    const mostOf = (start: Buffer) => (beginsAsPdf(start) ? maxPdfBytes : maxOtherBytes);
    const body = await readBody(answer, { mostOf, onRead: progress });
    call.time.throwIfCanceled();
    return pdfIn(body, mediaType(answer), call);
  } catch (thrown) {
    call.time.throwIfCanceled();
    if (thrown instanceof AppError) throw thrown;
    if (thrown instanceof RefusedAddress) return notFetched(thrown.message);
    return notFetched(faultReason(thrown, call).why);
  }
}

/** The PDF in a body, wherever it came from. @param type of the body, as its sender says; empty where it does not */
export function pdfIn(body: ReadBody, type: string, call: RemoteCall): Fetched {
  if (body.kind === 'broken') return notFetched(faultReason(body.fault, call).why);
  const saysPdf = type === 'application/pdf';
  const itsType = saysPdf || type === '' ? '' : ` (its type is ${shownText(type, call)})`;
  const other = `what is at its address is no PDF${itsType}`;
  if (body.kind === 'too-long') {
    const start = Buffer.concat(body.parts.slice(0, 1));
    const tooLong = `it has more than ${maxPdfBytes / 1024 ** 2} MB`;
    return notFetched(beginsAsPdf(start) ? tooLong : other);
  }
  const bytes = Buffer.concat(body.parts, body.size);
  const issue = saysPdf || beginsAsPdf(bytes) ? pdfIssue(bytes) : other;
  return issue === null ? { kind: 'fetched', bytes } : notFetched(issue);
}

function notFetched(why: string): Fetched {
  return { kind: 'not-fetched', why };
}

function adviceOf(status: number): string {
  if (status !== 401 && status !== 403) return '';
  return ', as this computer has no right to read it there';
}
