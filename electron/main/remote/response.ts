import type { IncomingMessage } from 'node:http';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { complianceSchema } from '../../shared/request/fields.js';
import { retryAfterMs } from '../network/http-client.js';
import {
  type ReadBody,
  contentLength,
  httpUrl,
  mediaType,
  parseJson,
  readBody,
  textOf,
} from './body.js';
import { type RemoteCall, displayText, transferProgress } from './call.js';
import { faultReason, refused, uncertain } from './failures.js';
import { maxPdfBytes, maxPdfMegabytes, pdfIssue, startsAsPdf } from './received-pdf.js';
import { notCreated, serviceMessage } from './refusal.js';
import { isRecord } from '../../shared/request/validation.js';

/** A service's response about a PDF (the API, section 2.5), as far as it could be parsed. */
export interface ServiceResponse {
  readonly url?: URL;
  /** Its `url` if that is not a valid URL, for display. */
  readonly invalidUrl?: string;
  readonly file?: NonNullable<RemoteReceipt['file']>;
  readonly compliance?: NonNullable<RemoteReceipt['compliance']>;
}

/** The PDF is not ready: where to poll, and when. */
export interface Pending {
  readonly kind: 'pending';
  readonly location: URL;
  readonly retryAfterMs?: number | undefined;
}

export type Outcome =
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
  | { readonly kind: 'created'; readonly response: ServiceResponse };

export interface ResponseContext {
  readonly from: URL;
  /** Whether this is the response to a poll. */
  readonly isPoll: boolean;
}

/** How much is read of a body that is not a PDF, in bytes. */
const maxTextBytes = 1024 ** 2;

/** Values of `status` that services use for unfinished work in a 200. */
const unfinished =
  /^(accepted|in[-_ ]?progress|pending|processing|queued|rendering|running|started)$/i;

/**
 * Reads a successful response. The API shows the body for only one kind of storage (section 4.1),
 * so JSON, the PDF itself, and 202 with a URL to poll are all accepted.
 * @throws RemoteFailure for any other response
 */
export async function readResponse(
  response: IncomingMessage,
  { from, isPoll }: ResponseContext,
  call: RemoteCall,
): Promise<Outcome | Pending> {
  const { headers, statusCode } = response;
  const elsewhere = urlIn(headers.location, from, call);
  const location = elsewhere.url ?? (isPoll ? from : null);
  if (statusCode === 202 && location !== null) {
    response.destroy();
    return { kind: 'pending', location, retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
  let isPdf = mediaType(response) === 'application/pdf';
  const progress = transferProgress(call, 'fetching', contentLength(response));
  const body = await readBody(response, {
    maxBytes: (start) => {
      isPdf ||= startsAsPdf(start);
      return isPdf ? maxPdfBytes : maxTextBytes;
    },
    onRead: (bytes) => {
      if (isPdf) progress(bytes);
    },
  });
  call.deadline.throwIfCanceled();
  if (isPdf) return pdfOutcome(body, elsewhere, call);
  const outcome = textOutcome(response, body, { from, isPoll, elsewhere, call });
  // RFC 9110, section 15.3.3: nothing is created yet.
  if (statusCode === 202 && outcome.kind === 'created' && outcome.response.url === undefined) {
    throw uncertain(call.endpoint, message('remote.acceptedWithoutLocation'));
  }
  return outcome;
}

/** @param elsewhere where a truncated PDF can be fetched */
function pdfOutcome(body: ReadBody, elsewhere: ServiceResponse, call: RemoteCall): Outcome {
  const { endpoint } = call;
  if (body.kind === 'too-long') {
    const reason = message('remote.pdfTooLarge', { megabytes: maxPdfMegabytes });
    throw refused(endpoint, reason, { advice: message('remote.useStorage') });
  }
  const bytes = body.kind === 'whole' ? Buffer.concat(body.parts, body.size) : null;
  const issue = bytes === null ? null : pdfIssue(bytes);
  if (bytes !== null && issue === null) return { kind: 'pdf', bytes };
  if (elsewhere.url !== undefined) return { kind: 'created', response: elsewhere };
  throw uncertain(endpoint, issue ?? brokenOff(body, call), {
    isOutcomeOpen: body.kind === 'broken',
  });
}

interface TextContext extends ResponseContext {
  readonly elsewhere: ServiceResponse;
  readonly call: RemoteCall;
}

function textOutcome(
  response: IncomingMessage,
  body: ReadBody,
  context: TextContext,
): Outcome | Pending {
  const { elsewhere, call } = context;
  if (body.kind === 'broken') {
    throw uncertain(call.endpoint, brokenOff(body, call), { isOutcomeOpen: true });
  }
  const text = textOf(body);
  const json = body.kind === 'whole' ? parseJson(text) : undefined;
  if (isRecord(json)) return jsonOutcome(json, response, context);
  if (body.kind === 'whole' && text.trim() === '') return { kind: 'created', response: elsewhere };
  const type = mediaType(response);
  const reply = serviceMessage(type, text, call).message;
  const content = type === '' ? message('remote.unknownContent') : literal(type);
  const megabytes = maxTextBytes / 1024 ** 2;
  const reason = message('remote.notUnderstood', {
    status: response.statusCode ?? 0,
    content:
      body.kind === 'too-long' ? message('remote.moreThan', { megabytes, content }) : content,
    said: reply === '' ? '' : message('remote.quotedReply', { reply }),
  });
  throw uncertain(call.endpoint, reason, { field: 'address', advice: message('remote.checkUrl') });
}

function jsonOutcome(
  json: Readonly<Record<string, unknown>>,
  { headers, statusCode = 0 }: IncomingMessage,
  { from, isPoll, elsewhere, call }: TextContext,
): Outcome | Pending {
  const response = { ...elsewhere, ...parseServiceResponse(json, from, call) };
  if (response.url !== undefined) return { kind: 'created', response };
  const { status, error } = json;
  if (isPoll && typeof status === 'string' && unfinished.test(status.trim())) {
    return { kind: 'pending', location: from, retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
  if (error === undefined || error === null || error === false) {
    return { kind: 'created', response };
  }
  const reply = serviceMessage('application/json', JSON.stringify(json), call);
  throw notCreated({ call, status: statusCode, reply });
}

function brokenOff(body: ReadBody, call: RemoteCall): Message {
  const reason =
    body.kind === 'broken' ? faultReason(body.fault, call).reason : message('remote.incomplete');
  return message('remote.brokenOff', { why: reason });
}

/** Omits missing and malformed fields: the PDF exists anyway. @param base of a relative URL */
function parseServiceResponse(
  json: Readonly<Record<string, unknown>>,
  base: URL,
  call: RemoteCall,
): ServiceResponse {
  const compliance = complianceSchema.safeParse(json['compliance']);
  return {
    ...urlIn(json['url'], base, call),
    ...fileIn(json['file'], call),
    ...(compliance.success && { compliance: compliance.data }),
  };
}

function urlIn(
  value: unknown,
  base: URL,
  call: RemoteCall,
): Pick<ServiceResponse, 'url' | 'invalidUrl'> {
  const url = httpUrl(value, base);
  if (url !== null) return { url };
  if (value === undefined || value === null) return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim() === '' ? {} : { invalidUrl: displayText(text, call) };
}

function fileIn(value: unknown, call: RemoteCall): Pick<ServiceResponse, 'file'> {
  if (!isRecord(value)) return {};
  const { name, size } = value;
  if (typeof name !== 'string' || typeof size !== 'number' || !Number.isSafeInteger(size))
    return {};
  return { file: { name: displayText(name, call), size } };
}
