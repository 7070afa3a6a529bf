import { AppError } from '../../shared/messages/errors.js';
import { type Message, type MessageKey, literal, message } from '../../shared/messages/message.js';
import { type ObjectLocation, s3Uri } from '../../shared/request/storage.js';
import { excerpt, quote, quotePath } from '../../shared/request/text.js';
import { ownerAcl } from '../../shared/targets.js';
import {
  type ConnectionFault,
  type ConnectionProblem,
  connectionFault,
  withoutRequest,
} from '../network/connection-fault.js';
import { DeliveryFailure, type FailureReason, failureFor } from '../network/delivery-failure.js';
import { retryAfterMs } from '../network/http-client.js';
import { entryOf } from '../util/code-table.js';
import { type BucketAccess, environmentProfile } from './bucket-access.js';
import { deniedOptions, kmsKeyRefused, optionRefused, optionsReason } from './refused-options.js';
import {
  serverAnswer,
  type ServerAnswer,
  TransportFault,
  type TransportFaultKind,
} from './s3-fault.js';

export interface FailedOperation {
  readonly access: BucketAccess;
  readonly place: ObjectLocation;
  /**
   * `test`: the message names no object, as the user knows nothing of the test object. `list`: the
   * key is a folder, and an empty bucket stands for the list of buckets.
   */
  readonly operation: 'upload' | 'read' | 'delete' | 'link' | 'test' | 'list';
  /** The region that requests were signed for; absent if none was sent. */
  readonly region?: string | undefined;
}

/**
 * Omits the server's own message and the request, which may contain a signature. An AppError is
 * returned unchanged.
 */
export function bucketFailure(thrown: unknown, failed: FailedOperation): AppError {
  if (thrown instanceof AppError) return thrown;
  const reason = reasonOf(thrown, failed);
  const { isTransient = false, isGrant = false, field } = reason;
  const isLasting = !isTransient && field !== undefined && !isGrant;
  const answer = serverAnswer(thrown);
  return failureFor(
    { isLasting, ...reason },
    failureMessage(failed, reason.text),
    answer === null ? withoutRequest(thrown) : new Error(`${answer.name}, status ${answer.status}`),
  );
}

const byOperation = {
  upload: 's3.uploadFailed',
  read: 's3.readFailed',
  delete: 's3.deleteFailed',
  link: 's3.linkFailed',
  test: null,
  list: null,
} as const;

function failureMessage({ access, place, operation }: FailedOperation, reason: Message): Message {
  const key = byOperation[operation];
  return key === null ? reason : message(key, { object: objectOf(access, place), reason });
}

/** Names the destination too, unless that is named after the bucket. */
function objectOf({ name }: BucketAccess, place: ObjectLocation): Message {
  const uri = s3Uri(place);
  return name === place.bucket ? literal(uri) : message('s3.object', { uri, name });
}

/** The window and the command line add the possible actions. */
export function existsFailure(
  access: BucketAccess,
  place: ObjectLocation,
  key: 's3.exists' | 's3.existsUnread' | 's3.existsMaybeOurs',
): DeliveryFailure {
  return new DeliveryFailure('object-exists', message(key, { object: objectOf(access, place) }));
}

/** Returns the error of an upload whose numbered names are all taken. */
export function manyNamesFailure(
  access: BucketAccess,
  place: ObjectLocation,
  max: number,
): DeliveryFailure {
  const object = objectOf(access, place);
  return new DeliveryFailure('object-exists', message('s3.allNumbersExist', { object, max }));
}

interface RefusedOperation extends FailedOperation {
  readonly answer: ServerAnswer;
}

function reasonOf(thrown: unknown, request: FailedOperation): FailureReason {
  if (thrown instanceof TransportFault) {
    const { subject = '', retryAfterMs: delayMs } = thrown.details;
    return { ...byTransport[thrown.kind](subject, request), retryAfterMs: delayMs };
  }
  // A broken connection may come with the head of a response, which is irrelevant then.
  const connection = connectionReason(thrown, request);
  if (connection !== null) return connection;
  const answer = serverAnswer(thrown);
  if (answer !== null && answer.status >= 300) return refusalReason({ ...request, answer });
  if (answer !== null) return { text: message('s3.notBucket'), field: 'endpoint' };
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return { text: message('s3.unknown', { name }) };
}

const timeoutKeys = { 'no-connection': 's3.noConnection', stalled: 's3.stalled' } as const;

const connectionKeys = {
  'certificate-expired': 's3.certificateExpired',
  'certificate-early': 's3.certificateNotYetValid',
  'certificate-of-other-name': 's3.certificateForOtherName',
  'certificate-revoked': 's3.certificateRevoked',
  'certificate-untrusted': 's3.certificateUntrusted',
  'no-tls': 's3.wrongProtocol',
  'no-http': 's3.wrongProtocol',
} as const satisfies Partial<Record<ConnectionProblem, MessageKey>>;

const connectionFields = { server: 'endpoint', certificates: 'caFile' } as const;

/** Why there was no response; null for an error that is not about the connection. */
function connectionReason(thrown: unknown, request: FailedOperation): FailureReason | null {
  const fault = connectionFault(thrown);
  if (fault === null) return null;
  const { kind, problem, concerns } = fault;
  const field = concerns === null ? undefined : connectionFields[concerns];
  const isMachines = problem === 'certificate-untrusted' && isMachineOnly(request);
  return { text: connectionText(fault, isMachines), isTransient: kind === 'network', field };
}

function connectionText(
  { problem, reason, limitMs }: ConnectionFault,
  isMachines: boolean,
): Message {
  const timeout = entryOf(timeoutKeys, problem);
  if (timeout !== undefined) return message(timeout, { seconds: Math.round(limitMs / 1000) });
  if (isMachines) return message('s3.certificateUntrustedMachine', { reason });
  return message(entryOf(connectionKeys, problem) ?? 's3.connectionFailed', { reason });
}

/** The request used the AWS configuration of the machine, and no destination. */
function isMachineOnly({ access, place }: FailedOperation): boolean {
  return access.credentials.kind === 'machine' && access.name === place.bucket;
}

function faulty(field: string, text: Message): FailureReason {
  return { text, field };
}

/** A permission that the bucket's owner must grant, whichever field is faulty. */
function grant(text: Message): FailureReason {
  return { text, field: 'credentials', isGrant: true };
}

const byTransport: Readonly<
  Record<TransportFaultKind, (subject: string, request: FailedOperation) => FailureReason>
> = {
  'pause-requested': () => ({ text: message('s3.busy'), isTransient: true }),
  unencrypted: (host) => faulty('endpoint', message('s3.unencrypted', { host })),
  certificates: (path) =>
    faulty('caFile', message('s3.certificatesUnreadable', { path: quotePath(path) })),
  'no-credentials': (profile) =>
    faulty(
      'credentials',
      profile === ''
        ? message('s3.noCredentials')
        : message('s3.noCredentialsInProfile', { profile: quote(profile) }),
    ),
  'machine-settings': () => faulty('credentials', message('s3.machineSettings')),
  'addressing-style': (style) =>
    faulty('credentials', message('s3.addressingStyle', { style: excerpt(style) })),
  'endpoint-scheme': (endpoint) => faulty('endpoint', message('s3.endpointScheme', { endpoint })),
  // Ceph 16 ignores the ACL of a request that starts a multipart upload, and so refuses what rule
  // 4.1.2 of the API grants.
  'parts-refused': (size, { access, place }) =>
    grant(
      deniedOptions(access, place.bucket) ??
        message('s3.multipartDenied', { mebibytes: Number(size) }),
    ),
  'no-condition': (_subject, { access: { acl } }) =>
    // A server responds to an ACL that it does not support in the same way.
    grant(acl === null ? message('s3.cannotCheck') : message('s3.cannotCheckOrNoAcl')),
  'no-bucket-answer': (_subject, { access: { endpoint } }) =>
    faulty(
      'endpoint',
      endpoint === null ? message('s3.notStored') : message('s3.notStoredAt', { endpoint }),
    ),
};

type Reason = (request: RefusedOperation) => FailureReason;

const damaged: Reason = () => ({ text: message('s3.damaged'), isTransient: true });
const full: Reason = () => ({ text: message('s3.full') });
const tooLarge: Reason = () => ({ text: message('s3.tooLarge') });
const objectMissing: Reason = () => ({ text: message('s3.objectMissing') });
const aclUnsupported: Reason = () => faulty('acl', message('s3.aclUnsupported'));
const writeConflict: Reason = () => ({ text: message('s3.writeConflict'), isTransient: true });

const busy: Reason = ({ answer: { headers } }) => ({
  text: message('s3.busy'),
  isTransient: true,
  retryAfterMs: retryAfterMs(headers['retry-after']),
});

const notBucket: Reason = ({ access: { pathStyle } }) =>
  faulty('endpoint', message(pathStyle ? 's3.notBucketVirtualHost' : 's3.notBucketPathStyle'));

/** Does not quote the key: it may be a secret key, pasted into the wrong field. */
const unknownKey: Reason = ({ access: { credentials } }) => ({
  text: message('s3.unknownAccessKey'),
  field: credentials.kind === 'key' ? 'credentials.accessKeyId' : 'credentials',
});

const refused: Reason = ({ answer: { name, status } }) => ({
  text: name.startsWith('Unknown')
    ? message('s3.refused', { status })
    : message('s3.refusedByName', { status, name }),
});

/**
 * By error name (Amazon S3, "Error responses"). Ceph, MinIO, R2, B2 and Google use the same names
 * and some others.
 */
const byName: Readonly<Record<string, Reason>> = {
  SignatureDoesNotMatch: (request) =>
    faulty(
      'credentials',
      message(isMachineOnly(request) ? 's3.wrongSecretKeyMachine' : 's3.wrongSecretKey'),
    ),
  InvalidAccessKeyId: unknownKey,
  InvalidClientTokenId: unknownKey,
  Unauthorized: unknownKey,
  ExpiredToken: expiredLogin,
  InvalidToken: expiredLogin,
  TokenRefreshRequired: expiredLogin,
  RequestTimeTooSkewed: clockReason,
  RequestExpired: clockReason,
  AccessDenied: denied,
  AllAccessDisabled: denied,
  AccountProblem: ({ access: { name } }) =>
    faulty('credentials', message('s3.accountProblem', { name })),
  NoSuchBucket: ({ place: { bucket } }) =>
    faulty('bucket', message('s3.noBucket', { bucket: quote(bucket) })),
  InvalidBucketName: ({ place: { bucket } }) =>
    faulty('bucket', message('s3.invalidBucketName', { bucket: quote(bucket) })),
  NoSuchKey: objectMissing,
  NotFound: objectMissing,
  NoSuchUpload: () => ({ text: message('s3.uploadExpired'), isTransient: true }),
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  AccessControlListNotSupported: aclUnsupported,
  MalformedACLError: aclUnsupported,
  BadDigest: damaged,
  InvalidDigest: damaged,
  XAmzContentSHA256Mismatch: damaged,
  IncompleteBody: damaged,
  InvalidPart: damaged,
  InvalidPartOrder: damaged,
  InvalidStorageClass: ({ access }) => optionRefused(access, 'storageClass'),
  InvalidEncryptionAlgorithmError: ({ access }) => optionRefused(access, 'encryption'),
  InvalidTag: ({ access }) => optionRefused(access, 'tags'),
  MetadataTooLarge: ({ access }) => optionRefused(access, 'metadata'),
  'KMS.*': ({ access, answer: { name } }) => kmsKeyRefused(access, name),
  EntityTooLarge: tooLarge,
  EntityTooSmall: () => ({ text: message('s3.partTooSmall') }),
  KeyTooLongError: () => ({ text: message('s3.keyTooLong') }),
  QuotaExceeded: full,
  StorageFull: full,
  XMinioStorageFull: full,
  XMinioAdminBucketQuotaExceeded: full,
  MethodNotAllowed: notBucket,
  RequestTimeout: () => ({ text: message('s3.waitedTooLong'), isTransient: true }),
  SlowDown: busy,
  ServiceUnavailable: busy,
  TooManyRequests: busy,
  OperationAborted: writeConflict,
  ConditionalRequestConflict: writeConflict,
};

/** For responses without a known name, such as those to HEAD, which have no body. */
const byStatus: Readonly<Record<string, Reason>> = {
  301: wrongRegion,
  307: wrongRegion,
  308: wrongRegion,
  400: (request) => (request.answer.region === undefined ? refused : wrongRegion)(request),
  401: denied,
  403: denied,
  404: notBucket,
  405: notBucket,
  413: tooLarge,
  429: busy,
  501: refused,
  503: busy,
  507: full,
  '5*': ({ answer: { status } }) => ({
    text: message('s3.serverError', { status }),
    isTransient: true,
  }),
};

function refusalReason(request: RefusedOperation): FailureReason {
  const { access, answer } = request;
  const options = optionsReason(access, answer);
  if (options !== null) return options;
  if (answer.status === 501 && access.acl !== null) return aclUnsupported(request);
  const reason = entryOf(byName, answer.name) ?? entryOf(byStatus, answer.status) ?? refused;
  return reason(request);
}

function expiredLogin({ access: { credentials } }: FailedOperation): FailureReason {
  const profile =
    credentials.kind === 'machine' ? (credentials.profile ?? environmentProfile()) : null;
  const text =
    profile === null ? message('s3.loginExpired') : message('s3.loginExpiredProfile', { profile });
  return { text, field: 'credentials' };
}

/** The server does not say which permission is missing: that to set the ACL, or any. */
function denied(request: FailedOperation): FailureReason {
  const { access, place, operation } = request;
  const bucket = quote(place.bucket);
  if (operation === 'list') {
    return grant(
      place.bucket === '' ? message('s3.listBucketsDenied') : message('s3.listDenied', { bucket }),
    );
  }
  const withOptions = deniedOptions(access, place.bucket);
  if (withOptions !== null) return grant(withOptions);
  const { acl } = access;
  // Another object of the same bucket may be allowed.
  return acl === null
    ? {
        text: message('s3.deniedWithoutAcl', { bucket, acl: ownerAcl }),
        field: 'acl',
        isLasting: false,
      }
    : { text: message('s3.denied', { bucket, acl }), field: 'bucket', isLasting: false };
}

function wrongRegion({ region: requested, answer: { region } }: RefusedOperation): FailureReason {
  return { text: regionMessage(region, requested), field: 'region' };
}

function regionMessage(region: string | undefined, requested: string | undefined): Message {
  // A server that names the region it has refused does not know better.
  if (region === undefined || region === requested) {
    return requested === undefined
      ? message('s3.inOtherRegion')
      : message('s3.inOtherRegionThan', { requested });
  }
  return requested === undefined
    ? message('s3.inRegion', { region })
    : message('s3.inRegionNot', { region, requested });
}

/**
 * The SDK corrects the clock by the `Date` of the response and retries. This error remains if the
 * response has no date, or not the server's own.
 */
function clockReason({ answer: { headers } }: RefusedOperation): FailureReason {
  const date = Date.parse(headers['date'] ?? '');
  const aheadMs = Number.isNaN(date) ? 0 : Date.now() - date;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  // A smaller difference is not the cause, whatever the server says.
  if (minutes < 2) return { text: message('s3.clockDiffers') };
  const amount =
    minutes < 120
      ? message('s3.minutes', { count: minutes })
      : message('s3.hours', { count: Math.round(minutes / 60) });
  return { text: message(aheadMs > 0 ? 's3.clockAhead' : 's3.clockBehind', { amount }) };
}
