import { codeOf } from '../../../shared/errors.js';
import { quote, quotePath } from '../../../shared/request/wording.js';
import { type FailedRequest, type FailureReason, lasting, passing } from './failure-reason.js';
import { TransportFault, type TransportFaultKind } from './transport-fault.js';

const network = 'Check the network connection and the endpoint';
const named = 'Name a file with the certificate of its authority (CA file) in the target';

/** By Node's error codes ("Common system errors", "TLS: X509 certificate error codes", OpenSSL's names). */
const byCode: Readonly<Record<string, FailureReason>> = {
  ENOTFOUND: passing('there is no server of that name', network, 'endpoint'),
  EAI_AGAIN: passing('the name of the server could not be looked up', network, 'endpoint'),
  ECONNREFUSED: passing('the server refuses the connection', network, 'endpoint'),
  ECONNRESET: passing('the connection broke off', network),
  EPIPE: passing('the connection broke off', network),
  ECONNABORTED: passing('the connection broke off', network),
  ETIMEDOUT: passing('the server does not answer', network, 'endpoint'),
  EHOSTUNREACH: passing('there is no way to the server from this network', network, 'endpoint'),
  ENETUNREACH: passing('there is no way to the server from this network', network, 'endpoint'),
  ENETDOWN: passing('this computer has no network connection', network),
  EADDRNOTAVAIL: passing('there is no way to the server from this network', network, 'endpoint'),
  CERT_HAS_EXPIRED: lasting(
    'the certificate of the server has expired, or the clock of this computer is wrong',
    'Have the certificate renewed, or set the clock',
    'endpoint',
  ),
  CERT_NOT_YET_VALID: lasting(
    'the certificate of the server is not valid yet, or the clock of this computer is wrong',
    'Check the clock of this computer',
    'endpoint',
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: lasting(
    'the certificate of the server is for another name',
    'Correct the endpoint, or try path style: the certificate may not hold for a host of its own for each bucket',
    'endpoint',
  ),
  CERT_REVOKED: lasting(
    'the certificate of the server has been taken back',
    'Ask who runs the server',
    'endpoint',
  ),
};

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Why there was no answer at all; null for a fault that is not about the connection. */
export function connectionReason(request: FailedRequest, thrown: unknown): FailureReason | null {
  if (thrown instanceof TransportFault) return transportReason(request, thrown);
  const code = codeOf(thrown);
  if (Object.hasOwn(byCode, code)) return byCode[code] ?? null;
  if (untrusted.has(code)) {
    return lasting(
      'the certificate of the server is not from an authority that this computer trusts',
      named,
      'caFile',
    );
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return lasting(
      'the server does not speak TLS as it should',
      'Check the port, and whether the endpoint begins with http or https',
      'endpoint',
    );
  }
  if (code.startsWith('HPE_')) {
    return lasting(
      'the server does not answer in HTTP',
      'Check the port, and whether the endpoint begins with http or https',
      'endpoint',
    );
  }
  return null;
}

function transportReason(request: FailedRequest, fault: TransportFault): FailureReason {
  const { subject = '', retryAfterMs } = fault.details;
  return { ...transportReasons[fault.kind](subject, request), retryAfterMs };
}

const transportReasons: Readonly<
  Record<TransportFaultKind, (subject: string, request: FailedRequest) => FailureReason>
> = {
  'no-connection': (seconds) =>
    passing(`no connection came about in ${seconds} seconds`, network, 'endpoint'),
  stalled: (seconds) => passing(`nothing moved for ${seconds} seconds`, network),
  'told-to-wait': () => passing('the server is busy', 'It asks for a pause'),
  unencrypted: (host) =>
    lasting(
      `the connection to ${host} is not encrypted, and this PDF goes over encrypted ones only (hipaa)`,
      'Use an endpoint that begins with https',
      'endpoint',
    ),
  certificates: (path) =>
    lasting(
      `the file ${quotePath(path)} cannot be read as certificates`,
      'Name a PEM file, or none',
      'caFile',
    ),
  'no-credentials': (profile) =>
    lasting(
      profile === ''
        ? 'this computer has no AWS credentials'
        : `this computer has no AWS credentials in the profile ${quote(profile)}, or its login has expired`,
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile, log in again if it is one of SSO, or enter an access key in the target',
      'credentials',
    ),
  'machine-settings': () =>
    lasting(
      'the AWS settings of this computer contradict themselves',
      'Check the profile and its services section in ~/.aws/config',
      'credentials',
    ),
  // Ceph 16 does not find the ACL in a request that begins parts, and so refuses what the interface's rule 4.1.2 grants.
  'parts-refused': (size) =>
    lasting(
      `the server does not let the credentials begin an upload in parts, which a PDF of more than ${size} MiB takes`,
      'Grant the right to write objects, for uploads in parts without a condition on the ACL: some servers overlook it there',
      'credentials',
    ),
  'no-bucket-answer': (_subject, { access }) =>
    lasting(
      'what answered there is no bucket: it took the bytes and cannot show them',
      `Check the endpoint${access.endpoint === null ? '' : ` ${access.endpoint}`}`,
      'endpoint',
    ),
};
