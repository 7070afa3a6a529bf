import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { entryOf } from '../util/code-table.js';
import { RequestFault } from './http-client.js';
import { ProxyFault } from './proxy.js';

/** Kinds of connection failures, grouped by their remedy. */
export type ConnectionProblem =
  | 'no-name'
  /** The server does not answer, or there is no route to it. */
  | 'unreachable'
  /** There was no connection in time. */
  | 'no-connection'
  /** There was a connection, but no progress in time. */
  | 'stalled'
  | 'broken-off'
  /** This machine has no network. */
  | 'offline'
  | 'certificate-expired'
  | 'certificate-early'
  | 'certificate-of-other-name'
  | 'certificate-revoked'
  | 'certificate-untrusted'
  | 'no-tls'
  | 'no-http';

/** Why a server could not be reached. */
export interface ConnectionFault {
  /**
   * `network` may be transient, `certificate` is not; `protocol`: the server is of another kind
   * than expected.
   */
  readonly kind: 'network' | 'certificate' | 'protocol';
  readonly problem: ConnectionProblem;
  /**
   * Continues a sentence, without a full stop. Names neither the server nor anything of this
   * machine.
   */
  readonly reason: Message;
  /** What to correct; null if it is neither the address nor the trusted certificates. */
  readonly concerns: 'server' | 'certificates' | null;
  /** The exceeded limit, in milliseconds; 0 without one. */
  readonly limitMs: number;
}

type Entry = readonly [ConnectionProblem, Message];

const noRoute: Entry = ['unreachable', message('network.noRoute')];
const brokenOff: Entry = ['broken-off', message('network.brokenOff')];
const otherName: Entry = ['certificate-of-other-name', message('network.certificateForOtherName')];
const untrusted: Entry = ['certificate-untrusted', message('network.certificateUntrusted')];
const noTls: Entry = ['no-tls', message('network.noTls')];

/** By Node's error codes ("Common system errors", "X509 certificate error codes"). */
const faults: Readonly<Record<string, Entry>> = {
  ENOTFOUND: ['no-name', message('network.noName')],
  EAI_AGAIN: ['no-name', message('network.lookUpFailed')],
  ECONNREFUSED: ['unreachable', message('network.connectionRefused')],
  ETIMEDOUT: ['unreachable', message('network.noResponse')],
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  ECONNRESET: brokenOff,
  ECONNABORTED: brokenOff,
  EPIPE: brokenOff,
  ENETDOWN: ['offline', message('network.offline')],
  CERT_HAS_EXPIRED: ['certificate-expired', message('network.certificateExpired')],
  CERT_NOT_YET_VALID: ['certificate-early', message('network.certificateNotYetValid')],
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  HOSTNAME_MISMATCH: otherName,
  CERT_REVOKED: ['certificate-revoked', message('network.certificateRevoked')],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_REJECTED: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  INVALID_CA: untrusted,
  INVALID_PURPOSE: untrusted,
  EPROTO: noTls,
  'ERR_SSL_*': noTls,
  'HPE_*': ['no-http', message('network.noHttp')],
};

const kinds: Readonly<
  Record<ConnectionProblem, readonly [ConnectionFault['kind'], ConnectionFault['concerns']]>
> = {
  'no-name': ['network', 'server'],
  unreachable: ['network', 'server'],
  'no-connection': ['network', 'server'],
  stalled: ['network', null],
  'broken-off': ['network', null],
  offline: ['network', null],
  'certificate-expired': ['certificate', 'server'],
  'certificate-early': ['certificate', 'server'],
  'certificate-of-other-name': ['certificate', 'server'],
  'certificate-revoked': ['certificate', 'server'],
  'certificate-untrusted': ['certificate', 'certificates'],
  'no-tls': ['protocol', 'server'],
  'no-http': ['protocol', 'server'],
};

/** Null for other errors, and for a request that was aborted. */
export function connectionFault(thrown: unknown): ConnectionFault | null {
  if (thrown instanceof RequestFault) return requestFault(thrown);
  if (thrown instanceof ProxyFault) return proxyFault(thrown);
  const entry = entryOf(faults, codeOf(thrown));
  return entry === undefined ? null : faultOf(...entry);
}

function requestFault({ problem, details }: RequestFault): ConnectionFault | null {
  if (problem === 'connection') return connectionFault(details.cause);
  if (problem === 'aborted') return null;
  const fault = faultOf(problem, message('network.noResponse'));
  return { ...fault, limitMs: details.limitMs ?? 0 };
}

/** Its code, or without one its name, for a message. */
export function faultName(thrown: unknown): string {
  const cause = thrown instanceof RequestFault ? thrown.cause : thrown;
  return codeOf(cause) || (cause instanceof Error ? cause.name : typeof cause);
}

/** Without its properties, which may hold the request. */
export function withoutRequest(thrown: unknown): Error {
  const cause = thrown instanceof RequestFault ? (thrown.cause ?? thrown) : thrown;
  return new Error(cause instanceof Error ? `${cause.name} ${codeOf(cause)}`.trim() : typeof cause);
}

function faultOf(problem: ConnectionProblem, reason: Message): ConnectionFault {
  const [kind, concerns] = kinds[problem];
  return { kind, problem, reason, concerns, limitMs: 0 };
}

/** A refusal lasts; what a proxy reports of its own connection may pass. */
function proxyFault({ status, ofSystem }: ProxyFault): ConnectionFault {
  if (status !== null) {
    const fault = faultOf('unreachable', message('network.proxyRefused', { status }));
    return status < 500 ? { ...fault, kind: 'protocol' } : fault;
  }
  const reason = ofSystem ? message('network.systemProxyInvalid') : message('network.proxyInvalid');
  return faultOf('no-http', reason);
}
