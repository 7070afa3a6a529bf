import { AppError } from '../../shared/errors.js';
import { type ObjectLocation, s3Uri } from '../../shared/request/storage.js';
import { quote, quotePath } from '../../shared/request/text.js';
import { ownerAcl } from '../../shared/targets.js';
import { connectionFault, type ConnectionProblem } from '../network/connection-fault.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { RequestFault, retryAfterMs } from '../network/http-client.js';
import type { BucketAccess } from './bucket-access.js';
import {
  serverAnswer,
  type ServerAnswer,
  TransportFault,
  type TransportFaultKind,
} from './s3-fault.js';

/** What was tried, to be named in the sentence. */
export interface Attempt {
  readonly access: BucketAccess;
  readonly place: ObjectLocation;
  /** `tested`: what was tried is known where it is told, and means nothing to a person. */
  readonly doing: 'written' | 'read' | 'deleted' | 'linked to' | 'tested';
  readonly region?: string | undefined;
}

/**
 * The error of something that did not work at a bucket, as a sentence that says what, why, and what
 * to do. What the server said in its own words stays behind, and so does the request: they may hold
 * a signature. An AppError stays as it is.
 */
export function bucketFailure(thrown: unknown, attempt: Attempt): AppError {
  if (thrown instanceof AppError) return thrown;
  const { access, place, region } = attempt;
  const request: FailedRequest = { access, bucket: place.bucket, region };
  const { reason, advice, isPassing, field, isGrant, retryAfterMs } = reasonOf(thrown, request);
  return new DeliveryFailure(
    isPassing ? 'delivery-interrupted' : 'delivery-refused',
    `${beginning(attempt, reason)}. ${advice}.`,
    {
      field,
      reason: `${reason}. ${advice}.`,
      isGrant: isGrant ?? false,
      retryAfterMs,
      cause: harmless(thrown),
    },
  );
}

function beginning({ access, place, doing }: Attempt, reason: string): string {
  if (doing === 'tested') return reason.charAt(0).toUpperCase() + reason.slice(1);
  return `${named(access, place)} could not be ${doing}: ${reason}`;
}

/** A place with the target that it is written by. */
function named(access: BucketAccess, place: ObjectLocation): string {
  const target = access.name === place.bucket ? '' : ` (target "${access.name}")`;
  return `${s3Uri(place)}${target}`;
}

function reasonOf(thrown: unknown, request: FailedRequest): FailureReason {
  // A broken connection may come with the head of an answer, which then says nothing.
  const connection = connectionReason(request, thrown);
  if (connection !== null) return connection;
  const answer = serverAnswer(thrown);
  if (answer !== null && answer.status >= 300) return refusalReason(request, answer);
  if (answer !== null) {
    return lasting(
      'what answers there is no bucket: the answer is not one of S3',
      'Check the endpoint',
      'endpoint',
    );
  }
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return lasting(`it failed for a reason that Platen does not know (${name})`, 'Try it again');
}

/** What was thrown, without anything that it may carry along. */
function harmless(thrown: unknown): Error {
  const answer = serverAnswer(thrown);
  if (answer !== null) return new Error(`${answer.name}, status ${answer.status}`);
  if (!(thrown instanceof Error)) return new Error(typeof thrown);
  const code = 'code' in thrown ? ` ${String(thrown.code)}` : '';
  return new Error(`${thrown.name}${code}`);
}

/**
 * The error of an upload whose name is taken. What may be done about it, the window offers and the
 * command line names.
 */
export function existsFailure(
  access: BucketAccess,
  place: ObjectLocation,
  isUnread: boolean,
): DeliveryFailure {
  const unread = isUnread ? ' It could not be looked at: the credentials may only write.' : '';
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} already, and it was not replaced.${unread}`,
  );
}

/**
 * The error of an upload that was cut off, where it cannot be known whether what is there came by
 * it.
 */
export function maybeOursFailure(access: BucketAccess, place: ObjectLocation): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} now. It may be this very PDF, as an earlier try was cut off before the answer came; it could not be looked at, as the credentials may only write.`,
  );
}

/** The error of an upload that found every number taken. */
export function manyNamesFailure(
  access: BucketAccess,
  place: ObjectLocation,
  tried: number,
): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There are objects ${named(access, place)} with all numbers up to ${tried} already. Choose another name.`,
  );
}

/** Why something did not work, before it is put into a sentence. */
export interface FailureReason {
  /** The end of a sentence, without a full stop. */
  readonly reason: string;
  /** What to do about it: a sentence of its own, without a full stop. */
  readonly advice: string;
  /** Whether another try by itself may work. */
  readonly isPassing: boolean;
  /** The field of the target that the fault lies in. */
  readonly field?: string;
  /**
   * Whether a grant of the bucket's owner puts it right, though the fault shows in another field.
   */
  readonly isGrant?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** What a reason may have to name. */
export interface FailedRequest {
  readonly access: BucketAccess;
  readonly bucket: string;
  /** The region that the request was signed for; absent where it did not come to that. */
  readonly region?: string | undefined;
}

/** A reason that goes away by itself, or may. */
export function passing(reason: string, advice: string, field?: string): FailureReason {
  return { reason, advice, isPassing: true, ...(field !== undefined && { field }) };
}

/** A reason that stays until somebody changes something. */
export function lasting(reason: string, advice: string, field?: string): FailureReason {
  return { reason, advice, isPassing: false, ...(field !== undefined && { field }) };
}

/**
 * Whether a request went out as this computer's AWS settings say, and no target of the settings has
 * a part in it.
 */
export function isMachineOnly({ access, bucket }: FailedRequest): boolean {
  return access.credentials.kind === 'machine' && access.name === bucket;
}

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
  // Ceph 16 does not find the ACL in a request that begins parts, and so refuses what the
  // interface's rule 4.1.2 grants.
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

type Reason = (request: FailedRequest, answer: ServerAnswer) => FailureReason;

/**
 * By the name of the error (Amazon S3, "Error responses"; Ceph, MinIO, R2, B2 and Google use the
 * same names, and some of their own).
 */
const byName: Readonly<Record<string, Reason>> = {
  SignatureDoesNotMatch: (request) =>
    lasting(
      'the secret key does not belong to the access key',
      isMachineOnly(request)
        ? 'Set AWS_SECRET_ACCESS_KEY, or the secret key of the profile, anew'
        : 'Enter the secret key again',
      'credentials',
    ),
  InvalidAccessKeyId: unknownKey,
  InvalidClientTokenId: unknownKey,
  Unauthorized: unknownKey,
  ExpiredToken: expiredLogin,
  InvalidToken: expiredLogin,
  TokenRefreshRequired: expiredLogin,
  RequestTimeTooSkewed: clockReason,
  RequestExpired: clockReason,
  AccessDenied: noRight,
  AllAccessDisabled: noRight,
  AccountProblem: ({ access }) =>
    lasting('there is a problem with the account', `Ask who runs ${access.name}`, 'credentials'),
  NoSuchBucket: ({ bucket }) =>
    lasting(
      `there is no bucket ${quote(bucket)}`,
      'Make the bucket, or correct its name or the endpoint',
      'bucket',
    ),
  InvalidBucketName: ({ bucket }) =>
    lasting(`the server takes no bucket of the name ${quote(bucket)}`, 'Correct it', 'bucket'),
  NoSuchKey: () => lasting('there is no such object (any more)', 'Upload it again'),
  NotFound: () => lasting('there is no such object (any more)', 'Upload it again'),
  NoSuchUpload: () =>
    passing('the server has dropped what had been sent', 'All of it has to be sent again'),
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  AccessControlListNotSupported: aclNotTaken,
  MalformedACLError: aclNotTaken,
  BadDigest: damaged,
  InvalidDigest: damaged,
  XAmzContentSHA256Mismatch: damaged,
  IncompleteBody: damaged,
  InvalidPart: damaged,
  InvalidPartOrder: damaged,
  EntityTooLarge: tooLarge,
  EntityTooSmall: () =>
    lasting('the server does not take parts of this size', 'Put it into another bucket'),
  KeyTooLongError: () =>
    lasting('the path in the bucket is too long for this server', 'Choose a shorter one'),
  QuotaExceeded: full,
  StorageFull: full,
  XMinioStorageFull: full,
  XMinioAdminBucketQuotaExceeded: full,
  MethodNotAllowed: notBucket,
  RequestTimeout: () =>
    passing('the server waited too long for the next bytes', 'Check the network connection'),
  SlowDown: busy,
  ServiceUnavailable: busy,
  TooManyRequests: busy,
  OperationAborted: atTheSameTime,
  ConditionalRequestConflict: atTheSameTime,
};

/** Why a server refused a request or could not carry it out. */
export function refusalReason(request: FailedRequest, answer: ServerAnswer): FailureReason {
  const { name, status } = answer;
  if (status === 501 && request.access.acl !== null) return aclNotTaken();
  if (Object.hasOwn(byName, name))
    return byName[name]?.(request, answer) ?? byStatus(request, answer);
  return byStatus(request, answer);
}

function byStatus(request: FailedRequest, answer: ServerAnswer): FailureReason {
  const { name, status } = answer;
  if (status === 429 || status === 503) return busy(request, answer);
  if (status === 507) return full();
  if (status >= 500 && status !== 501) {
    return passing(`the server failed with the status ${status}`, 'The fault is on its side');
  }
  if (status === 301 || status === 307 || status === 308) return wrongRegion(request, answer);
  if (status === 400 && answer.region !== undefined) return wrongRegion(request, answer);
  if (status === 401 || status === 403) return noRight(request);
  if (status === 404 || status === 405) return notBucket(request);
  if (status === 413) return tooLarge();
  const named = name.startsWith('Unknown') ? '' : ` (${name})`;
  return lasting(
    `the server refused it with the status ${status}${named}`,
    'Check the settings of the target',
  );
}

/** The key is not named: it may be a secret one that was pasted into the wrong field. */
function unknownKey({ access: { credentials } }: FailedRequest): FailureReason {
  return lasting(
    'the server does not know the access key',
    'Check the access key and the endpoint; it may have been taken back',
    credentials.kind === 'key' ? 'credentials.accessKeyId' : 'credentials',
  );
}

function expiredLogin({ access: { credentials } }: FailedRequest): FailureReason {
  const profile = credentials.kind === 'machine' ? credentials.profile : null;
  const where = profile === null ? '' : ` --profile ${profile}`;
  return lasting(
    'the login of this computer has expired',
    `Log in again, such as with aws sso login${where}`,
    'credentials',
  );
}

function noRight({ access, bucket }: FailedRequest): FailureReason {
  if (access.acl === null) {
    return lasting(
      `the credentials have no right to do this in the bucket ${quote(bucket)}, at least not without the owner's rights`,
      `Grant the right, or switch Owner's rights on for this target (the ACL ${ownerAcl}), on which such a grant often depends`,
      'acl',
    );
  }
  return lasting(
    `the credentials have no right to do this in the bucket ${quote(bucket)} with the owner's rights (the ACL ${access.acl})`,
    'Grant the right to write objects (s3:PutObject) and their ACL (s3:PutObjectAcl)',
    'bucket',
  );
}

function wrongRegion({ region }: FailedRequest, answer: ServerAnswer): FailureReason {
  const asked = region === undefined ? '' : `, not in ${region}`;
  if (answer.region === undefined) {
    return lasting(
      `the bucket is in another region${region === undefined ? '' : ` than ${region}`}`,
      'Set the region of the bucket',
      'region',
    );
  }
  return lasting(
    `the bucket is in the region ${answer.region}${asked}`,
    `Set the region ${answer.region}`,
    'region',
  );
}

function aclNotTaken(): FailureReason {
  return lasting(
    "the server takes no owner's rights (ACL)",
    "Switch Owner's rights off for this target",
    'acl',
  );
}

function damaged(): FailureReason {
  return passing('the bytes were changed on their way', 'They have to be sent again');
}

function tooLarge(): FailureReason {
  return lasting('the file is larger than the server takes', 'Put it into another bucket');
}

function full(): FailureReason {
  return lasting(
    'there is no room left for it, by a quota or on the disk of the server',
    'Make room, or have the quota raised',
  );
}

function notBucket({ access }: FailedRequest): FailureReason {
  const style = access.pathStyle ? 'virtual-host style' : 'path style';
  return lasting(
    'what answers there is no bucket',
    `Check the endpoint and the bucket; some servers want ${style}`,
    'endpoint',
  );
}

function busy(_request: FailedRequest, { headers }: ServerAnswer): FailureReason {
  return {
    ...passing('the server is busy', 'It asks for a pause'),
    retryAfterMs: retryAfterMs(headers['retry-after']),
  };
}

function atTheSameTime(): FailureReason {
  return passing('somebody else was writing the same object', 'One of them has to come second');
}

/**
 * Why a request was too old or too new for the server. The SDK corrects the clock by the `Date` of
 * the answer and tries again, so that this is left where that did not help: where the answer has no
 * date, or one that is not the server's own.
 */
function clockReason(_request: FailedRequest, { headers }: ServerAnswer): FailureReason {
  const date = Date.parse(headers['date'] ?? '');
  const apart = Number.isNaN(date) ? '' : inWords(Date.now() - date);
  return lasting(
    `the clock of this computer and that of the server are too far apart${apart}`,
    'Set the clock of this computer',
  );
}

/** Less than two minutes are no reason, whatever the server says. */
function inWords(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  if (minutes < 2) return '';
  const amount = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `: this one is ${amount} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
