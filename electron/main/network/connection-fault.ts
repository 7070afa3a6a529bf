import { codeOf } from '../../shared/messages/errors.js';
import { ProxyFault } from './proxy.js';
import { type Message, message } from '../../shared/messages/message.js';

/** Kinds of connection failures, grouped by their remedy. */
export type ConnectionProblem =
  | 'no-name'
  /** The server does not answer, or there is no route to it. */
  | 'unreachable'
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
}

/** By Node's error codes ("Common system errors", "X509 certificate error codes"). */
const faults: Readonly<Record<string, readonly [ConnectionProblem, Message]>> = {
  ENOTFOUND: ['no-name', message('network.noName')],
  EAI_AGAIN: ['no-name', message('network.lookUpFailed')],
  ECONNREFUSED: ['unreachable', message('network.connectionRefused')],
  ETIMEDOUT: ['unreachable', message('network.noResponse')],
  EHOSTUNREACH: ['unreachable', message('network.noRoute')],
  ENETUNREACH: ['unreachable', message('network.noRoute')],
  EADDRNOTAVAIL: ['unreachable', message('network.noRoute')],
  ECONNRESET: ['broken-off', message('network.brokenOff')],
  ECONNABORTED: ['broken-off', message('network.brokenOff')],
  EPIPE: ['broken-off', message('network.brokenOff')],
  ENETDOWN: ['offline', message('network.offline')],
  CERT_HAS_EXPIRED: ['certificate-expired', message('network.certificateExpired')],
  CERT_NOT_YET_VALID: ['certificate-early', message('network.certificateNotYetValid')],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'certificate-of-other-name',
    message('network.certificateForOtherName'),
  ],
  HOSTNAME_MISMATCH: ['certificate-of-other-name', message('network.certificateForOtherName')],
  CERT_REVOKED: ['certificate-revoked', message('network.certificateRevoked')],
  EPROTO: ['no-tls', message('network.noTls')],
};

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
]);

/** Describes a failed connection by Node's error; null for other errors. */
export function connectionFault(thrown: unknown): ConnectionFault | null {
  if (thrown instanceof ProxyFault) return proxyFault(thrown);
  const code = codeOf(thrown);
  const [problem, reason] = entryOf(code) ?? [];
  if (problem === undefined || reason === undefined) return null;
  return { kind: kindOf(problem), problem, reason };
}

/** A refusal lasts; what a proxy reports of its own connection may pass. */
function proxyFault({ status, ofSystem }: ProxyFault): ConnectionFault {
  if (status === null) {
    const reason = ofSystem
      ? message('network.systemProxyInvalid')
      : message('network.proxyInvalid');
    return { kind: 'protocol', problem: 'no-http', reason };
  }
  const reason = message('network.proxyRefused', { status });
  return { kind: status < 500 ? 'protocol' : 'network', problem: 'unreachable', reason };
}

function entryOf(code: string): readonly [ConnectionProblem, Message] | undefined {
  if (Object.hasOwn(faults, code)) return faults[code];
  if (untrusted.has(code))
    return ['certificate-untrusted', message('network.certificateUntrusted')];
  if (code.startsWith('ERR_SSL_')) return ['no-tls', message('network.noTls')];
  return code.startsWith('HPE_') ? ['no-http', message('network.noHttp')] : undefined;
}

function kindOf(problem: ConnectionProblem): ConnectionFault['kind'] {
  if (problem.startsWith('certificate-')) return 'certificate';
  return problem === 'no-tls' || problem === 'no-http' ? 'protocol' : 'network';
}
