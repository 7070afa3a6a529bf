import type { IncomingMessage } from 'node:http';
import { type RemoteEndpoint, pdfPath } from '../../shared/endpoints.js';
import { sizeText } from '../../shared/size.js';
import { requestAddress } from './authorization.js';
import { shownText } from './hidden-secrets.js';
import { mediaType, readBody, textOf } from './read-body.js';
import type { RemoteCall } from './remote-call.js';
import {
  type EndpointField,
  RemoteFailure,
  refused,
  serviceName,
  uncertain,
} from './remote-failure.js';
import { type ServiceMessage, serviceMessage } from './service-words.js';

/** How much of an error's body is read, in bytes. */
const maxBodyBytes = 1024 ** 2;

/** Whom the request went to, and with what. */
type Asked = Pick<RemoteCall, 'endpoint' | 'secret' | 'secretVariable'>;

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** The header `Location`. */
  readonly location?: string | undefined;
}

/**
 * The error of an answer that is no success, with the service's own words.
 * @throws AppError `canceled`
 */
export async function refusalOf(
  answer: IncomingMessage,
  call: RemoteCall,
  sentBytes: number,
): Promise<RemoteFailure> {
  // What breaks off here has said what matters: its status.
  const body = await readBody(answer, { mostOf: () => maxBodyBytes });
  call.time.throwIfCanceled();
  const words = serviceMessage(mediaType(answer), textOf(body), call);
  const head = { status: answer.statusCode ?? 0, location: answer.headers.location };
  return refusal(call, head, words, sentBytes);
}

/** The error of an answer that is no success. @param sentBytes size of the request's body */
function refusal(
  call: Asked,
  { status, location }: AnswerHead,
  words: ServiceMessage,
  sentBytes: number,
): RemoteFailure {
  const { endpoint } = call;
  const said = words.message === '' ? '' : `: ${withoutStop(words.message)}`;
  const fields = words.fields.length === 0 ? undefined : words.fields;
  if (status === 401) return unknownLogin(call, said);
  if (status === 402) {
    const what = said === '' ? ': the account has no credits left (402)' : ` (402)${said}`;
    return refused(endpoint, `made no PDF${what}`, { advice: creditsAdvice(endpoint) });
  }
  if (status === 413) {
    return refused(endpoint, `takes no request of ${sizeText(sentBytes)} (413)${said}`, {
      advice: 'Make the page smaller, such as by smaller images',
    });
  }
  // A gateway speaks here, which does not know what became of the request behind it; so does a 503 that names no time.
  if (status === 502 || status === 503 || status === 504) {
    return uncertain(endpoint, `it answered ${status}${said}`);
  }
  // RFC 9110, section 15.4.5: 304 sends nobody anywhere.
  if (status >= 300 && status < 400 && status !== 304) return redirected(call, status, location);
  if (status === 404 || status === 405) {
    return refused(endpoint, `made no PDF: it answered ${status}${said}`, {
      advice: 'Check its address in the settings',
      field: 'address',
      fields,
    });
  }
  // Without a field of the request in the answer, a 403 concerns all requests with this credential.
  const field = status === 403 ? credentialField(endpoint) : undefined;
  return refused(endpoint, `made no PDF: it answered ${status}${said}`, { fields, field });
}

function credentialField({ login }: RemoteEndpoint): EndpointField {
  return login.kind === 'none' ? 'login' : 'secret';
}

function creditsAdvice({ testMode }: RemoteEndpoint): string {
  const credits = 'Have credits added there';
  return testMode
    ? credits
    : `${credits}, or have it made in test mode, which costs none: at the service in the settings, or by --test-mode`;
}

function unknownLogin({ endpoint, secretVariable }: Asked, said: string): RemoteFailure {
  if (endpoint.login.kind === 'none') {
    return refused(endpoint, `wants to know who asks, and is told nothing (401)${said}`, {
      advice: 'Choose what Platen signs in with at the service in the settings',
      field: 'login',
    });
  }
  const isKey = endpoint.login.kind === 'key';
  const what = isKey ? 'The key' : 'The user or the password';
  const name = serviceName(endpoint).replace(/^T/, 't');
  const reason = `${what} of ${name} is not known there (401)${said}`;
  const advice =
    secretVariable === undefined
      ? 'Change it in the settings'
      : `The ${isKey ? 'key' : 'password'} is from the variable ${secretVariable}, which wins over the settings: correct it there, or unset it`;
  return new RemoteFailure('remote-refused', `${reason}. ${advice}.`, reason, {
    advice,
    field: 'secret',
  });
}

/** Redirects of a request that costs are not followed: where it leads, nobody has said that the key and the document may go. */
function redirected(call: Asked, status: number, location: string | undefined): RemoteFailure {
  const to = location === undefined ? '' : ` to ${shownText(location, call)}`;
  const what = `sends the request on${to} (${status}), which Platen does not follow`;
  // RFC 9110, section 15.4.4: it points to the outcome of what has been done.
  if (status === 303) return uncertain(call.endpoint, `it answered 303 and points${to}`);
  const base = baseOf(location, call.endpoint);
  const advice =
    base === null
      ? 'Check its address in the settings'
      : `If that is right, make its address ${shownText(base, call)} in the settings`;
  return refused(call.endpoint, what, { advice, field: 'address' });
}

/** The address that the settings take, without `/v1/pdf`; null where a redirect leads to no other service of this interface. */
function baseOf(location: string | undefined, endpoint: RemoteEndpoint): string | null {
  const from = requestAddress(endpoint);
  if (location === undefined || !URL.canParse(location, from)) return null;
  const { protocol, host, pathname } = new URL(location, from);
  const path = pathname.replace(/\/+$/, '');
  if (!/^https?:$/.test(protocol) || !path.endsWith(pdfPath)) return null;
  const base = `${protocol}//${host}${path.slice(0, -pdfPath.length)}`;
  return requestAddress({ address: base }).href === from.href ? null : base;
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}
