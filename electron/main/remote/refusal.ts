import type { IncomingMessage } from 'node:http';
import { type RemoteEndpoint, pdfPath } from '../../shared/endpoints.js';
import type { FieldIssue } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { sizeMessage } from '../../shared/messages/measures.js';
import { type RemoteCall, displayText, requestUrl } from './call.js';
import {
  RemoteFailure,
  type RemoteFailureDetails,
  advised,
  quotedName,
  refused,
  uncertain,
} from './failures.js';
import { mediaType, parseJson, readBody, textOf } from './body.js';
import { withoutEnd } from '../../shared/request/text.js';
import { isRecord } from '../../shared/request/validation.js';
import { decodeReferences } from '../util/character-references.js';
import { entryOf } from '../util/code-table.js';

/** How much of an error's body is read, in bytes. */
const maxBodyBytes = 1024 ** 2;

type Asked = Pick<RemoteCall, 'endpoint' | 'secret' | 'secretVariable'>;

/**
 * Creates the error of an unsuccessful response, with the service's own message.
 * @param sentBytes size of the request's body
 * @throws AppError `canceled`
 */
export async function refusalOf(
  response: IncomingMessage,
  call: RemoteCall,
  sentBytes: number,
): Promise<RemoteFailure> {
  // The status is enough, so a truncated body does not matter.
  const body = await readBody(response, { maxBytes: () => maxBodyBytes });
  call.deadline.throwIfCanceled();
  const reply = serviceMessage(mediaType(response), textOf(body), call);
  const { statusCode: status = 0, headers } = response;
  const isJson = /\bjson$/.test(mediaType(response));
  const refusal = { call, status, reply, isJson, location: headers.location, sentBytes };
  return (entryOf(byStatus, status) ?? notCreated)(refusal);
}

/** What the error of an unsuccessful response depends on. */
interface Refusal {
  readonly call: Asked;
  readonly status: number;
  readonly reply: ServiceMessage;
  readonly isJson: boolean;
  readonly location: string | undefined;
  readonly sentBytes: number;
}

const byStatus: Readonly<Record<string, (refusal: Refusal) => RemoteFailure>> = {
  // RFC 9110, section 15.4.5: 304 is not a redirect.
  304: notCreated,
  '3*': redirectRefused,
  401: loginRefused,
  402: noCredits,
  // Without a field of the request in the response, it concerns all requests with this credential.
  403: (refusal) => notCreated(refusal, credentialField(refusal.call.endpoint)),
  404: wrongAddress,
  405: wrongAddress,
  // Perhaps the first with this key is still running (draft-ietf-httpapi-idempotency-key).
  409: (refusal) => notCreated(refusal, { isOutcomeOpen: true }),
  413: ({ call, reply, sentBytes }) => {
    const size = sizeMessage(sentBytes);
    const reason = message('remote.tooLarge', { size, said: quoted(reply) });
    return refused(call.endpoint, reason, { advice: message('remote.makeSmaller') });
  },
  502: gatewayFailed,
  503: gatewayFailed,
  504: gatewayFailed,
};

function credentialField({ login }: RemoteEndpoint): RemoteFailureDetails {
  return { field: login.kind === 'none' ? 'login' : 'secret' };
}

function wrongAddress(refusal: Refusal): RemoteFailure {
  return notCreated(refusal, { advice: message('remote.checkUrl'), field: 'address' });
}

function noCredits({ call: { endpoint }, reply }: Refusal): RemoteFailure {
  // The message of the API itself gives advice to callers, which would be said twice.
  const reason =
    reply.message === '' || reply.code === 'no-credits'
      ? message('remote.noCredits')
      : message('remote.noCreditsSaid', { said: trimStop(reply.message) });
  const advice = endpoint.testMode ? 'remote.addCredits' : 'remote.addCreditsOrTest';
  return refused(endpoint, reason, { advice: message(advice) });
}

/** A gateway does not know the outcome of the request, nor does a 503 without a requested delay. */
function gatewayFailed({ call, status, reply, isJson }: Refusal): RemoteFailure {
  const reason = message('remote.answered', { status, said: quoted(reply) });
  // JSON with a message is the service's own result; other errors are those of a gateway.
  const isOutcomeOpen = reply.message === '' || !isJson;
  return uncertain(call.endpoint, reason, { isOutcomeOpen });
}

/** Creates the error of a service that reports that it did not create the PDF. */
export function notCreated(
  { call, status, reply }: Pick<Refusal, 'call' | 'status' | 'reply'>,
  details: RemoteFailureDetails = {},
): RemoteFailure {
  const reason = message('remote.notCreated', { status, said: quoted(reply) });
  const fields = reply.fields.length === 0 ? undefined : reply.fields;
  return refused(call.endpoint, reason, { ...details, fields });
}

/** The end of a sentence: `: out of paper`, or nothing. */
export function quoted({ message: text }: ServiceMessage): Message | '' {
  return text === '' ? '' : message('remote.said', { text: trimStop(text) });
}

function trimStop(text: string): string {
  return withoutEnd(text, /[.\s]/);
}

function loginRefused({ call, reply }: Refusal): RemoteFailure {
  const { endpoint, secretVariable } = call;
  if (endpoint.login.kind === 'none') {
    return refused(endpoint, message('remote.loginRequired', { said: quoted(reply) }), {
      advice: message('remote.chooseLogin'),
      field: 'login',
    });
  }
  const isKey = endpoint.login.kind === 'key';
  const values = { service: quotedName(endpoint), said: quoted(reply) };
  const reason = isKey
    ? message('remote.keyRefused', values)
    : message('remote.passwordRefused', values);
  const details = { advice: secretAdvice(isKey, secretVariable), field: 'secret' } as const;
  const error = message('remote.sentence', { reason });
  return new RemoteFailure('remote-refused', advised(error, details), reason, details);
}

function secretAdvice(isKey: boolean, variable: string | undefined): Message {
  if (variable === undefined) return message('remote.changeSecret');
  return isKey
    ? message('remote.keyVariable', { variable })
    : message('remote.passwordVariable', { variable });
}

/**
 * Requests that may be charged are not redirected: the user has not allowed the key and the
 * document to be sent there.
 */
function redirectRefused({ call, status, location }: Refusal): RemoteFailure {
  const { endpoint } = call;
  const target =
    location === undefined
      ? ''
      : message('remote.redirectTarget', { url: displayText(location, call) });
  // RFC 9110, section 15.4.4: 303 points to the result of the request.
  if (status === 303) return uncertain(endpoint, message('remote.seeOther', { target }));
  const base = redirectedBase(location, endpoint);
  const advice =
    base === null
      ? message('remote.checkUrl')
      : message('remote.changeUrl', { url: displayText(base, call) });
  const reason = message('remote.redirected', { target, status });
  return refused(endpoint, reason, { advice, field: 'address' });
}

/** For the settings, without `/v1/pdf`; null if a redirect does not lead to another service. */
function redirectedBase(location: string | undefined, endpoint: RemoteEndpoint): string | null {
  const from = requestUrl(endpoint);
  if (location === undefined || !URL.canParse(location, from)) return null;
  const { protocol, host, pathname } = new URL(location, from);
  const path = pathname.replace(/\/+$/, '');
  if (!/^https?:$/.test(protocol) || !path.endsWith(pdfPath)) return null;
  const base = `${protocol}//${host}${path.slice(0, -pdfPath.length)}`;
  return requestUrl({ address: base }).href === from.href ? null : base;
}

/** A service's message about a request that it did not process. */
export interface ServiceMessage {
  /** The API's code of the error; empty if the service has none. */
  readonly code: string;
  /** One line of at most 300 characters; may be empty. */
  readonly message: string;
  /** By Platen's names of the fields. */
  readonly fields: readonly FieldIssue[];
}

/** How much of an HTML page is searched for text, in characters. */
const maxPageLength = 16 * 1024;
const maxFields = 50;

/**
 * Finds a service's message in an error's body: `error.message`, `detail` or similar in JSON, else
 * the text.
 */
export function serviceMessage(
  type: string,
  body: string,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): ServiceMessage {
  const json = parseJson(body);
  if (isRecord(json)) {
    const { code } = errorIn(json);
    return {
      code: typeof code === 'string' ? code : '',
      message: displayText(messageIn(json), call),
      fields: issuesIn(json, call),
    };
  }
  const start = body.slice(0, maxPageLength);
  const isPage = /html|xml/.test(type) || /^\s*<(!doctype|html|\?xml)/i.test(start);
  const text = isPage ? pageText(start) : start;
  return { code: '', message: displayText(text, call), fields: [] };
}

/**
 * Supports our own form (`{ error: { code, message, fields } }`), RFC 9457 (`detail`, `title`) and
 * other common ones.
 */
function messageIn(json: Readonly<Record<string, unknown>>): string {
  const { error, message: text, detail, title } = json;
  const inside = isRecord(error) ? error['message'] : error;
  const found = [inside, text, detail, title].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  return found ?? '';
}

/** Returns the error of our own form; all of the response of other services. */
function errorIn(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isRecord(json['error']) ? json['error'] : json;
}

function issuesIn(
  json: Readonly<Record<string, unknown>>,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): readonly FieldIssue[] {
  const { fields } = errorIn(json);
  if (!Array.isArray(fields)) return [];
  return fields.slice(0, maxFields).flatMap((issue: unknown) => {
    if (!isRecord(issue)) return [];
    const { field, message: text } = issue;
    if (typeof field !== 'string' || typeof text !== 'string') return [];
    return [
      { field: displayText(camelCase(field), call), message: literal(displayText(text, call)) },
    ];
  });
}

/** `storage.bucket_destination` is `storage.bucketDestination` in Platen. */
function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pageText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(script|style|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(>|$)/g, ' ');
  return decodeReferences(text);
}
