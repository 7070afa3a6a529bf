import { quote, quotePath } from '../../shared/request/text.js';
import { type ConnectionProblem, connectionFault } from '../network/connection-fault.js';
import { RequestFault } from '../network/http-client.js';
import {
  type FailedRequest,
  type FailureReason,
  isMachineOnly,
  lasting,
  passing,
} from './failure-reason.js';
import { TransportFault, type TransportFaultKind } from './transport-fault.js';

const network = 'Check the network connection and the endpoint';
const port = 'Check the port, and whether the endpoint begins with http or https';

/** What to do about a connection that failed, and the field of the target that it lies in. */
const advice: Readonly<Record<ConnectionProblem, readonly [string, string?]>> = {
  'no-name': [network, 'endpoint'],
  unreachable: [network, 'endpoint'],
  'broken-off': [network],
  offline: [network],
  'certificate-expired': ['Have the certificate renewed, or set the clock', 'endpoint'],
  'certificate-early': ['Check the clock of this computer', 'endpoint'],
  'certificate-of-other-name': [
    'Correct the endpoint, or try path style: the certificate may not hold for a host of its own for each bucket',
    'endpoint',
  ],
  'certificate-revoked': ['Ask who runs the server', 'endpoint'],
  'certificate-untrusted': [
    'Name a file with the certificate of its authority in the target, under Certificates',
    'caFile',
  ],
  'no-tls': [port, 'endpoint'],
  'no-http': [port, 'endpoint'],
};

const machineCertificate =
  'Name a file with the certificate of its authority in AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS, or in a target of the settings, under Certificates';

/** Why there was no answer at all; null for a fault that is not about the connection. */
export function connectionReason(request: FailedRequest, thrown: unknown): FailureReason | null {
  if (thrown instanceof TransportFault) return transportReason(request, thrown);
  if (thrown instanceof RequestFault) return requestReason(request, thrown);
  const fault = connectionFault(thrown);
  if (fault === null) return null;
  const reason = fault.kind === 'network' ? passing : lasting;
  if (fault.problem === 'certificate-untrusted' && isMachineOnly(request)) {
    return reason(fault.words, machineCertificate, 'caFile');
  }
  return reason(fault.words, ...advice[fault.problem]);
}

function requestReason(request: FailedRequest, fault: RequestFault): FailureReason | null {
  const { limitMs = 0, cause } = fault.details;
  const seconds = Math.round(limitMs / 1000);
  switch (fault.problem) {
    case 'no-connection':
      return passing(`no connection came about in ${seconds} seconds`, network, 'endpoint');
    case 'stalled':
      return passing(`nothing moved for ${seconds} seconds`, network);
    case 'connection':
      return connectionReason(request, cause);
    case 'aborted':
      return null;
  }
}

function transportReason(request: FailedRequest, fault: TransportFault): FailureReason {
  const { subject = '', retryAfterMs } = fault.details;
  return { ...transportReasons[fault.kind](subject, request), retryAfterMs };
}

const transportReasons: Readonly<
  Record<TransportFaultKind, (subject: string, request: FailedRequest) => FailureReason>
> = {
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
    grant(
      `the server does not let the credentials begin an upload in parts, which a PDF of more than ${size} MiB takes`,
      'Grant the right to write objects, for uploads in parts without a condition on the ACL: some servers overlook it there',
    ),
  'no-condition': (_subject, { access }) =>
    grant(
      'whether there is an object already cannot be looked at, and the server knows no conditional write',
      // Its answer to an ACL that it does not know is the same.
      `Grant the right to read objects (s3:GetObject), or choose to replace what is there${access.acl === null ? '' : '; a server that knows no ACL answers alike, so try without one too'}`,
    ),
  'no-bucket-answer': (_subject, { access }) =>
    lasting(
      'what answered there is no bucket: it took the bytes and cannot show them',
      `Check the endpoint${access.endpoint === null ? '' : ` ${access.endpoint}`}`,
      'endpoint',
    ),
};

/** A right that the bucket's owner has to grant to the credentials. */
function grant(reason: string, advice: string): FailureReason {
  return { ...lasting(reason, advice, 'credentials'), isGrant: true };
}
