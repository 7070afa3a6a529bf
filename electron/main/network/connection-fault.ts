import { codeOf } from '../../shared/errors.js';

/** What is wrong with a connection, by what can be done about it. */
export type ConnectionProblem =
  /** There is no such name, or none could be looked up. */
  | 'no-name'
  /** Nobody answers at the address, or there is no way to it. */
  | 'unreachable'
  /** There was a connection, and it broke off. */
  | 'broken-off'
  /** This computer has no network. */
  | 'offline'
  | 'certificate-expired'
  | 'certificate-early'
  | 'certificate-of-other-name'
  | 'certificate-revoked'
  | 'certificate-untrusted'
  /** What answers does not speak TLS as it should. */
  | 'no-tls'
  /** What answers does not speak HTTP. */
  | 'no-http';

/** Why there was no answer from a server. */
export interface ConnectionFault {
  /** `network` may pass by itself, `certificate` does not; `protocol`: something else answers than was expected. */
  readonly kind: 'network' | 'certificate' | 'protocol';
  readonly problem: ConnectionProblem;
  /** The end of a sentence, without a full stop. It names neither the server nor anything of this computer. */
  readonly words: string;
}

const words: Readonly<Record<ConnectionProblem, string>> = {
  'no-name': 'there is no server of that name',
  unreachable: 'there is no way to the server from this network',
  'broken-off': 'the connection broke off',
  offline: 'this computer has no network connection',
  'certificate-expired':
    'the certificate of the server has expired, or the clock of this computer is wrong',
  'certificate-early':
    'the certificate of the server is not valid yet, or the clock of this computer is wrong',
  'certificate-of-other-name': 'the certificate of the server is for another name',
  'certificate-revoked': 'the certificate of the server has been taken back',
  'certificate-untrusted':
    'the certificate of the server is not from an authority that this computer trusts',
  'no-tls': 'the server does not speak TLS as it should',
  'no-http': 'the server does not answer in HTTP',
};

/** By Node's error codes ("Common system errors", "X509 certificate error codes"); with its own words where they tell more. */
const byCode: Readonly<Record<string, readonly [ConnectionProblem, string?]>> = {
  ENOTFOUND: ['no-name'],
  EAI_AGAIN: ['no-name', 'the name of the server could not be looked up'],
  ECONNREFUSED: ['unreachable', 'the server refuses the connection'],
  ETIMEDOUT: ['unreachable', 'the server does not answer'],
  EHOSTUNREACH: ['unreachable'],
  ENETUNREACH: ['unreachable'],
  EADDRNOTAVAIL: ['unreachable'],
  ECONNRESET: ['broken-off'],
  ECONNABORTED: ['broken-off'],
  EPIPE: ['broken-off'],
  ENETDOWN: ['offline'],
  CERT_HAS_EXPIRED: ['certificate-expired'],
  CERT_NOT_YET_VALID: ['certificate-early'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['certificate-of-other-name'],
  HOSTNAME_MISMATCH: ['certificate-of-other-name'],
  CERT_REVOKED: ['certificate-revoked'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['certificate-untrusted'],
  SELF_SIGNED_CERT_IN_CHAIN: ['certificate-untrusted'],
  UNABLE_TO_GET_ISSUER_CERT: ['certificate-untrusted'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['certificate-untrusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['certificate-untrusted'],
  CERT_UNTRUSTED: ['certificate-untrusted'],
  CERT_REJECTED: ['certificate-untrusted'],
  CERT_SIGNATURE_FAILURE: ['certificate-untrusted'],
  INVALID_CA: ['certificate-untrusted'],
  INVALID_PURPOSE: ['certificate-untrusted'],
  EPROTO: ['no-tls'],
};

/** What Node says of a connection that failed, in words; null for what is not about the connection. What to do about it is the caller's to say. */
export function connectionFault(thrown: unknown): ConnectionFault | null {
  const code = codeOf(thrown);
  if (Object.hasOwn(byCode, code)) {
    const [problem, ownWords] = byCode[code] ?? [];
    return problem === undefined ? null : fault(problem, ownWords);
  }
  if (code.startsWith('ERR_SSL_')) return fault('no-tls');
  return code.startsWith('HPE_') ? fault('no-http') : null;
}

function fault(problem: ConnectionProblem, ownWords = words[problem]): ConnectionFault {
  return { kind: kindOf(problem), problem, words: ownWords };
}

function kindOf(problem: ConnectionProblem): ConnectionFault['kind'] {
  if (problem.startsWith('certificate-')) return 'certificate';
  return problem === 'no-tls' || problem === 'no-http' ? 'protocol' : 'network';
}
