import type { IncomingMessage } from 'node:http';
import { retryAfterMs } from '../network/http-client.js';
import { faultReason } from './fault-reason.js';
import { isRecord, jsonOf } from './json.js';
import { progressOf } from './progress.js';
import { type ReadBody, announcedSize, mediaType, readBody, textOf } from './read-body.js';
import type { RemoteCall } from './remote-call.js';
import { refused, uncertain } from './remote-failure.js';
import { beginsAsPdf, maxPdfBytes, pdfIssue } from './remote-pdf.js';
import { serviceMessage } from './service-words.js';
import { type ServiceResponseDetails, displayUrl, readServiceResponse } from './told-response.js';

/** What a success says. */
export type Answered =
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
  | { readonly kind: 'told'; readonly response: ServiceResponseDetails }
  /** It is not made yet: where to ask, and when. */
  | { readonly kind: 'later'; readonly location: URL; readonly retryAfterMs?: number | undefined };

/** Where an answer came from. */
export interface AnswerPlace {
  readonly from: URL;
  /** Whether it is the answer to the question how a request stands, rather than to the request itself. */
  readonly isAskedAgain: boolean;
}

/** How much is read of a body that is no PDF, in bytes. */
const maxTextBytes = 1024 ** 2;

/** What services call a request that is still worked on, where they answer 200 to who asks how it stands. */
const unended =
  /^(accepted|in[-_ ]?progress|pending|processing|queued|rendering|running|started)$/i;

/**
 * Reads the answer of a success: the interface shows its body for one kind of storage only (section 4.1), so that JSON, the PDF itself, and 202 with a place to
 * ask at are all understood.
 * @throws RemoteFailure where it cannot be understood
 */
export async function readAnswer(
  answer: IncomingMessage,
  { from, isAskedAgain }: AnswerPlace,
  call: RemoteCall,
): Promise<Answered> {
  const elsewhere = displayUrl(answer.headers.location, from, call);
  const asking = elsewhere.url ?? (isAskedAgain ? from : null);
  if (answer.statusCode === 202 && asking !== null) {
    answer.destroy();
    const retryAfter = retryAfterMs(answer.headers['retry-after']);
    return { kind: 'later', location: asking, retryAfterMs: retryAfter };
  }
  const saysPdf = mediaType(answer) === 'application/pdf';
  const progress = progressOf(call, 'fetching', announcedSize(answer));
  let isPdf = saysPdf;
  const body = await readBody(answer, {
    mostOf: (start) => {
      isPdf ||= beginsAsPdf(start);
      return isPdf ? maxPdfBytes : maxTextBytes;
    },
    onRead: (bytes) => {
      if (isPdf) progress(bytes);
    },
  });
  if (isPdf) return pdfIn(body, elsewhere, call);
  const told = toldIn(answer, body, { from, isAskedAgain, elsewhere, call });
  // RFC 9110, section 15.3.3: nothing is made yet.
  if (answer.statusCode === 202 && told.kind === 'told' && told.response.url === undefined) {
    throw uncertain(
      call.endpoint,
      'it answered 202, so that it has taken the request, and named no place to ask for the PDF',
    );
  }
  return told;
}

/** @param elsewhere the PDF's address, if it has one beside what came: what broke off can be fetched from there */
function pdfIn(body: ReadBody, elsewhere: ServiceResponseDetails, call: RemoteCall): Answered {
  const { endpoint, time } = call;
  time.throwIfCanceled();
  if (body.kind === 'too-long') {
    const what = `made a PDF of more than ${maxPdfBytes / 1024 ** 2} MB, which is more than Platen takes as an answer`;
    throw refused(endpoint, what, { advice: 'Have it put into a storage' });
  }
  const bytes = body.kind === 'whole' ? Buffer.concat(body.parts, body.size) : null;
  const issue = bytes === null ? null : pdfIssue(bytes);
  if (bytes !== null && issue === null) return { kind: 'pdf', bytes };
  if (elsewhere.url !== undefined) return { kind: 'told', response: elsewhere };
  throw uncertain(endpoint, issue ?? brokenOff(body, call));
}

interface Told extends AnswerPlace {
  readonly elsewhere: ServiceResponseDetails;
  readonly call: RemoteCall;
}

function toldIn(answer: IncomingMessage, body: ReadBody, told: Told): Answered {
  const { elsewhere, call } = told;
  const { endpoint, time } = call;
  time.throwIfCanceled();
  if (body.kind === 'broken') throw uncertain(endpoint, brokenOff(body, call));
  const type = mediaType(answer);
  const text = textOf(body);
  const json = body.kind === 'whole' ? jsonOf(text) : undefined;
  if (isRecord(json)) return jsonAnswer(json, answer, told);
  if (body.kind === 'whole' && text.trim() === '') return { kind: 'told', response: elsewhere };
  const { message } = serviceMessage(type, text, call);
  const what = type === '' ? 'something' : type;
  const much = body.kind === 'too-long' ? `more than ${maxTextBytes / 1024 ** 2} MB of ` : '';
  throw uncertain(
    endpoint,
    `it answered ${answer.statusCode ?? 0} with ${much}${what}, which is neither a PDF nor says where one is${message === '' ? '' : ` ("${message}")`}`,
    { field: 'address', advice: 'Check its address in the settings' },
  );
}

function jsonAnswer(
  json: Readonly<Record<string, unknown>>,
  { headers, statusCode = 0 }: IncomingMessage,
  { from, isAskedAgain, elsewhere, call }: Told,
): Answered {
  const response = { ...elsewhere, ...readServiceResponse(json, from, call) };
  if (response.url !== undefined) return { kind: 'told', response };
  const { status, error } = json;
  if (isAskedAgain && typeof status === 'string' && unended.test(status.trim())) {
    return { kind: 'later', location: from, retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
  if (error === undefined || error === null || error === false) return { kind: 'told', response };
  const { message, fields } = serviceMessage('application/json', JSON.stringify(json), call);
  const said = message === '' ? '' : `: ${message.replace(/[.\s]+$/, '')}`;
  throw refused(call.endpoint, `made no PDF: it answered ${statusCode} with an error${said}`, {
    fields: fields.length === 0 ? undefined : fields,
  });
}

function brokenOff(body: ReadBody, call: RemoteCall): string {
  const reason = body.kind === 'broken' ? faultReason(body.fault, call).why : 'it is not whole';
  return `its answer did not come in whole, as ${reason}`;
}
