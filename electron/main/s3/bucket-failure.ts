import { AppError } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import {
  type ObjectOption,
  objectFlagName,
  objectLabel,
  objectOptions,
} from '../../shared/object-settings.js';
import { type ObjectLocation, s3Uri } from '../../shared/request/storage.js';
import { excerpt, quote, quotePath } from '../../shared/request/text.js';
import { ownerAcl } from '../../shared/targets.js';
import { connectionFault, type ConnectionProblem } from '../network/connection-fault.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { RequestFault, retryAfterMs } from '../network/http-client.js';
import { type BucketAccess, environmentProfile } from './bucket-access.js';
import {
  serverAnswer,
  type ServerAnswer,
  TransportFault,
  type TransportFaultKind,
} from './s3-fault.js';

/** A failed operation on an object. */
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
 * Returns the error of a failed operation. It omits the server's own message and the request, which
 * may contain a signature. An AppError is returned unchanged.
 */
export function bucketFailure(thrown: unknown, failed: FailedOperation): AppError {
  if (thrown instanceof AppError) return thrown;
  const { access, place, region, operation } = failed;
  const found = reasonOf(thrown, { access, bucket: place.bucket, region, operation });
  const { reason, isTransient, field, isGrant = false, isOfObject = false, retryAfterMs } = found;
  const isLasting = !isTransient && field !== undefined && !isGrant && !isOfObject;
  return new DeliveryFailure(
    isTransient ? 'delivery-interrupted' : 'delivery-refused',
    failureMessage(failed, reason),
    { field, reason, isGrant, isLasting, retryAfterMs, cause: withoutRequest(thrown) },
  );
}

function failureMessage({ access, place, operation }: FailedOperation, reason: Message): Message {
  const params = { object: objectOf(access, place), reason };
  switch (operation) {
    case 'upload':
      return message('s3.uploadFailed', params);
    case 'read':
      return message('s3.readFailed', params);
    case 'delete':
      return message('s3.deleteFailed', params);
    case 'link':
      return message('s3.linkFailed', params);
    case 'test':
    case 'list':
      return reason;
  }
}

/** Returns an object with its destination, unless that is named after the bucket. */
function objectOf({ name }: BucketAccess, place: ObjectLocation): Message {
  const uri = s3Uri(place);
  return name === place.bucket ? literal(uri) : message('s3.object', { uri, name });
}

function reasonOf(thrown: unknown, request: FailedRequest): FailureReason {
  // A broken connection may come with the head of a response, which is irrelevant then.
  const connection = connectionReason(request, thrown);
  if (connection !== null) return connection;
  const answer = serverAnswer(thrown);
  if (answer !== null && answer.status >= 300) return refusalReason(request, answer);
  if (answer !== null) return permanent(message('s3.notBucket'), 'endpoint');
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return permanent(message('s3.unknown', { name }));
}

/** Returns what was thrown without its properties, which may hold the request. */
function withoutRequest(thrown: unknown): Error {
  const answer = serverAnswer(thrown);
  if (answer !== null) return new Error(`${answer.name}, status ${answer.status}`);
  if (!(thrown instanceof Error)) return new Error(typeof thrown);
  const code = 'code' in thrown ? ` ${String(thrown.code)}` : '';
  return new Error(`${thrown.name}${code}`);
}

/**
 * Returns the error of an upload whose name is taken. The window and the command line add the
 * possible actions.
 */
export function existsFailure(
  access: BucketAccess,
  place: ObjectLocation,
  isUnread: boolean,
): DeliveryFailure {
  const object = objectOf(access, place);
  const text = isUnread ? message('s3.existsUnread', { object }) : message('s3.exists', { object });
  return new DeliveryFailure('object-exists', text);
}

/** Returns the error of an interrupted upload that may have written its object. */
export function maybeOursFailure(access: BucketAccess, place: ObjectLocation): DeliveryFailure {
  const object = objectOf(access, place);
  return new DeliveryFailure('object-exists', message('s3.existsMaybeOurs', { object }));
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

/** Why an operation failed. */
interface FailureReason {
  /** Whole sentences: the reason, and what to do about it. */
  readonly reason: Message;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** The faulty field of the destination. */
  readonly field?: string;
  /** Whether the bucket's owner must grant a permission, whichever field is faulty. */
  readonly isGrant?: boolean;
  /** Whether another object of the same bucket may be allowed. */
  readonly isOfObject?: boolean;
  readonly retryAfterMs?: number | undefined;
}

interface FailedRequest {
  readonly access: BucketAccess;
  readonly bucket: string;
  readonly region?: string | undefined;
  readonly operation: FailedOperation['operation'];
}

function transient(reason: Message, field?: string): FailureReason {
  return { reason, isTransient: true, ...(field !== undefined && { field }) };
}

function permanent(reason: Message, field?: string): FailureReason {
  return { reason, isTransient: false, ...(field !== undefined && { field }) };
}

/** A permission that the bucket's owner must grant. */
function grant(reason: Message): FailureReason {
  return { ...permanent(reason, 'credentials'), isGrant: true };
}

/** Returns true if a request used the AWS configuration of the machine, and no destination. */
function isMachineOnly({ access, bucket }: FailedRequest): boolean {
  return access.credentials.kind === 'machine' && access.name === bucket;
}

const connectionMessages: Readonly<Record<ConnectionProblem, (reason: Message) => Message>> = {
  'no-name': connectionFailed,
  unreachable: connectionFailed,
  'broken-off': connectionFailed,
  offline: connectionFailed,
  'certificate-expired': (reason) => message('s3.certificateExpired', { reason }),
  'certificate-early': (reason) => message('s3.certificateNotYetValid', { reason }),
  'certificate-of-other-name': (reason) => message('s3.certificateForOtherName', { reason }),
  'certificate-revoked': (reason) => message('s3.certificateRevoked', { reason }),
  'certificate-untrusted': (reason) => message('s3.certificateUntrusted', { reason }),
  'no-tls': wrongProtocol,
  'no-http': wrongProtocol,
};

function connectionFailed(reason: Message): Message {
  return message('s3.connectionFailed', { reason });
}

function wrongProtocol(reason: Message): Message {
  return message('s3.wrongProtocol', { reason });
}

/** Returns the field of the destination that a connection problem concerns. */
function connectionField(problem: ConnectionProblem): string | undefined {
  if (problem === 'broken-off' || problem === 'offline') return undefined;
  return problem === 'certificate-untrusted' ? 'caFile' : 'endpoint';
}

/** Returns why there was no response; null for an error that is not about the connection. */
function connectionReason(request: FailedRequest, thrown: unknown): FailureReason | null {
  if (thrown instanceof TransportFault) return transportReason(request, thrown);
  if (thrown instanceof RequestFault) return requestReason(request, thrown);
  const fault = connectionFault(thrown);
  if (fault === null) return null;
  const { kind, problem, reason } = fault;
  const reasonFor = kind === 'network' ? transient : permanent;
  const text =
    problem === 'certificate-untrusted' && isMachineOnly(request)
      ? message('s3.certificateUntrustedMachine', { reason })
      : connectionMessages[problem](reason);
  return reasonFor(text, connectionField(problem));
}

function requestReason(request: FailedRequest, fault: RequestFault): FailureReason | null {
  const { limitMs = 0, cause } = fault.details;
  const seconds = Math.round(limitMs / 1000);
  switch (fault.problem) {
    case 'no-connection':
      return transient(message('s3.noConnection', { seconds }), 'endpoint');
    case 'stalled':
      return transient(message('s3.stalled', { seconds }));
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
  'pause-requested': () => transient(message('s3.busy')),
  unencrypted: (host) => permanent(message('s3.unencrypted', { host }), 'endpoint'),
  certificates: (path) =>
    permanent(message('s3.certificatesUnreadable', { path: quotePath(path) }), 'caFile'),
  'no-credentials': (profile) =>
    permanent(
      profile === ''
        ? message('s3.noCredentials')
        : message('s3.noCredentialsInProfile', { profile: quote(profile) }),
      'credentials',
    ),
  'machine-settings': () => permanent(message('s3.machineSettings'), 'credentials'),
  'addressing-style': (style) =>
    permanent(message('s3.addressingStyle', { style: excerpt(style) }), 'credentials'),
  'endpoint-scheme': (endpoint) =>
    permanent(message('s3.endpointScheme', { endpoint }), 'endpoint'),
  // Ceph 16 ignores the ACL of a request that starts a multipart upload, and so refuses what rule
  // 4.1.2 of the API grants.
  'parts-refused': (size, request) =>
    deniedOptions(request) ?? grant(message('s3.multipartDenied', { mebibytes: Number(size) })),
  'no-condition': (_subject, { access }) =>
    grant(
      // A server responds to an ACL that it does not support in the same way.
      access.acl === null ? message('s3.cannotCheck') : message('s3.cannotCheckOrNoAcl'),
    ),
  'no-bucket-answer': (_subject, { access: { endpoint } }) =>
    permanent(
      endpoint === null ? message('s3.notStored') : message('s3.notStoredAt', { endpoint }),
      'endpoint',
    ),
};

type Reason = (request: FailedRequest, answer: ServerAnswer) => FailureReason;

/**
 * By error name (Amazon S3, "Error responses"). Ceph, MinIO, R2, B2 and Google use the same names
 * and some others.
 */
const byName: Readonly<Record<string, Reason>> = {
  SignatureDoesNotMatch: (request) =>
    permanent(
      isMachineOnly(request) ? message('s3.wrongSecretKeyMachine') : message('s3.wrongSecretKey'),
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
  AccessDenied: denied,
  AllAccessDisabled: denied,
  AccountProblem: ({ access: { name } }) =>
    permanent(message('s3.accountProblem', { name }), 'credentials'),
  NoSuchBucket: ({ bucket }) =>
    permanent(message('s3.noBucket', { bucket: quote(bucket) }), 'bucket'),
  InvalidBucketName: ({ bucket }) =>
    permanent(message('s3.invalidBucketName', { bucket: quote(bucket) }), 'bucket'),
  NoSuchKey: () => permanent(message('s3.objectMissing')),
  NotFound: () => permanent(message('s3.objectMissing')),
  NoSuchUpload: () => transient(message('s3.uploadExpired')),
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
  InvalidStorageClass: ({ access }) =>
    optionRefused(access, 'storageClass', access.object?.storageClass),
  InvalidEncryptionAlgorithmError: ({ access }) =>
    optionRefused(access, 'encryption', access.object?.encryption),
  InvalidTag: ({ access }) => optionRefused(access, 'tags', pairsText(access.object?.tags)),
  MetadataTooLarge: ({ access }) =>
    optionRefused(access, 'metadata', pairsText(access.object?.metadata)),
  EntityTooLarge: tooLarge,
  EntityTooSmall: () => permanent(message('s3.partTooSmall')),
  KeyTooLongError: () => permanent(message('s3.keyTooLong')),
  QuotaExceeded: full,
  StorageFull: full,
  XMinioStorageFull: full,
  XMinioAdminBucketQuotaExceeded: full,
  MethodNotAllowed: notBucket,
  RequestTimeout: () => transient(message('s3.waitedTooLong')),
  SlowDown: busy,
  ServiceUnavailable: busy,
  TooManyRequests: busy,
  OperationAborted: writeConflict,
  ConditionalRequestConflict: writeConflict,
};

/** Returns why a server refused or failed a request. */
function refusalReason(request: FailedRequest, answer: ServerAnswer): FailureReason {
  const { name, status } = answer;
  const options = optionsIn(request.access);
  if (status === 501 && options.length > 0) return optionsUnsupported(request.access, options);
  if (status === 501 && request.access.acl !== null) return aclUnsupported();
  if (name.startsWith('KMS.')) return kmsKeyRefused(request, name);
  if (mayMeanOptions(answer) && options.length > 0) {
    return permanent(message('s3.optionsRefused', { status, name, options: { or: options } }));
  }
  const reason = Object.hasOwn(byName, name) ? byName[name] : undefined;
  return reason?.(request, answer) ?? byStatus(request, answer);
}

function byStatus(request: FailedRequest, answer: ServerAnswer): FailureReason {
  const { name, status } = answer;
  if (status === 429 || status === 503) return busy(request, answer);
  if (status === 507) return full();
  if (status >= 500 && status !== 501) return transient(message('s3.serverError', { status }));
  if (status === 301 || status === 307 || status === 308) return wrongRegion(request, answer);
  if (status === 400 && answer.region !== undefined) return wrongRegion(request, answer);
  if (status === 401 || status === 403) return denied(request);
  if (status === 404 || status === 405) return notBucket(request);
  if (status === 413) return tooLarge();
  return permanent(
    name.startsWith('Unknown')
      ? message('s3.refused', { status })
      : message('s3.refusedByName', { status, name }),
  );
}

/** Does not quote the key: it may be a secret key, pasted into the wrong field. */
function unknownKey({ access: { credentials } }: FailedRequest): FailureReason {
  const field = credentials.kind === 'key' ? 'credentials.accessKeyId' : 'credentials';
  return permanent(message('s3.unknownAccessKey'), field);
}

function expiredLogin({ access: { credentials } }: FailedRequest): FailureReason {
  const profile =
    credentials.kind === 'machine' ? (credentials.profile ?? environmentProfile()) : null;
  return permanent(
    profile === null ? message('s3.loginExpired') : message('s3.loginExpiredProfile', { profile }),
    'credentials',
  );
}

/** Names an option for objects as the user has set it: on the command line, or in the settings. */
function optionName(
  { objectFlags = [] }: BucketAccess,
  option: ObjectOption,
  value: string | undefined,
): Message {
  const name = (objectFlags.includes(option) ? objectFlagName : objectLabel)(option);
  return value === undefined ? name : message('s3.optionWithValue', { option: name, value });
}

/** Returns the options that the headers of an object come from. */
function optionsIn(access: BucketAccess): readonly Message[] {
  const { object = {} } = access;
  const shown = new Map<ObjectOption, string | undefined>([
    ['storageClass', object.storageClass],
    ['encryption', object.encryption],
  ]);
  return objectOptions
    .filter((option) => object[option] !== undefined)
    .map((option) => optionName(access, option, shown.get(option)));
}

/** Servers respond with these to a header whose value they do not know or support. */
function mayMeanOptions({ name, status }: ServerAnswer): boolean {
  return status === 400 && (name === 'InvalidArgument' || name === 'InvalidRequest');
}

/** An ACL may be the reason too, as the server names none. */
function optionsUnsupported({ acl }: BucketAccess, options: readonly Message[]): FailureReason {
  const all = acl === null ? options : [...options, literal(`--acl ${acl}`)];
  return permanent(message('s3.optionsUnsupported', { options: { or: all } }), 'acl');
}

function optionRefused(access: BucketAccess, option: ObjectOption, value = ''): FailureReason {
  const params = { option: optionName(access, option, value) };
  return permanent(message('s3.optionRefused', params), `object.${option}`);
}

function pairsText(pairs: Readonly<Record<string, string>> = {}): string {
  return Object.entries(pairs)
    .map((pair) => pair.join('='))
    .join(', ');
}

function kmsKeyRefused({ access }: FailedRequest, name: string): FailureReason {
  const { kmsKey } = access.object ?? {};
  const option = kmsKey === undefined ? 'encryption' : 'kmsKey';
  const params = { option: optionName(access, option, kmsKey ?? 'aws:kms'), name };
  return permanent(message('s3.kmsKeyRefused', params), `object.${option}`);
}

/** Returns the reason if the options need more permissions than writing; null if they don't. */
function deniedOptions({ access, bucket }: FailedRequest): FailureReason | null {
  const { acl, object = {} } = access;
  const isKms = object.encryption === 'aws:kms';
  if (object.tags === undefined && !isKms) return null;
  const options = [
    ...(isKms ? [optionName(access, 'encryption', 'aws:kms')] : []),
    ...(object.tags ? [optionName(access, 'tags', undefined)] : []),
  ];
  const permissions = [
    's3:PutObject',
    ...(acl === null ? [] : ['s3:PutObjectAcl']),
    ...(object.tags ? ['s3:PutObjectTagging'] : []),
    ...(isKms ? ['kms:GenerateDataKey', 'kms:Decrypt'] : []),
  ];
  const params = { bucket: quote(bucket), options, permissions };
  return { ...grant(message('s3.deniedWithOptions', params)), isOfObject: true };
}

function denied(request: FailedRequest): FailureReason {
  const { access, bucket: name, operation } = request;
  if (operation === 'list') return listDenied(name);
  const withOptions = deniedOptions(request);
  if (withOptions !== null) return withOptions;
  const { acl } = access;
  const bucket = quote(name);
  const found =
    acl === null
      ? permanent(message('s3.deniedWithoutAcl', { bucket, acl: ownerAcl }), 'acl')
      : permanent(message('s3.denied', { bucket, acl }), 'bucket');
  return { ...found, isOfObject: true };
}

function listDenied(bucket: string): FailureReason {
  return grant(
    bucket === ''
      ? message('s3.listBucketsDenied')
      : message('s3.listDenied', { bucket: quote(bucket) }),
  );
}

function wrongRegion(
  { region: requested }: FailedRequest,
  { region }: ServerAnswer,
): FailureReason {
  return permanent(regionMessage(region, requested), 'region');
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

function aclUnsupported(): FailureReason {
  return permanent(message('s3.aclUnsupported'), 'acl');
}

function damaged(): FailureReason {
  return transient(message('s3.damaged'));
}

function tooLarge(): FailureReason {
  return permanent(message('s3.tooLarge'));
}

function full(): FailureReason {
  return permanent(message('s3.full'));
}

function notBucket({ access: { pathStyle } }: FailedRequest): FailureReason {
  return permanent(
    pathStyle ? message('s3.notBucketVirtualHost') : message('s3.notBucketPathStyle'),
    'endpoint',
  );
}

function busy(_request: FailedRequest, { headers }: ServerAnswer): FailureReason {
  return {
    ...transient(message('s3.busy')),
    retryAfterMs: retryAfterMs(headers['retry-after']),
  };
}

function writeConflict(): FailureReason {
  return transient(message('s3.writeConflict'));
}

/**
 * The SDK corrects the clock by the `Date` of the response and retries. This error remains if the
 * response has no date, or not the server's own.
 */
function clockReason(_request: FailedRequest, { headers }: ServerAnswer): FailureReason {
  const date = Date.parse(headers['date'] ?? '');
  const aheadMs = Number.isNaN(date) ? 0 : Date.now() - date;
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  // A smaller difference is not the cause, whatever the server says.
  if (minutes < 2) return permanent(message('s3.clockDiffers'));
  const amount =
    minutes < 120
      ? message('s3.minutes', { count: minutes })
      : message('s3.hours', { count: Math.round(minutes / 60) });
  return permanent(
    aheadMs > 0 ? message('s3.clockAhead', { amount }) : message('s3.clockBehind', { amount }),
  );
}
