import { quote } from '../../shared/request/text.js';
import { ownerAcl } from '../../shared/targets.js';
import { retryAfterMs } from '../network/http-client.js';
import {
  type FailedRequest,
  type FailureReason,
  isMachineOnly,
  lasting,
  passing,
} from './failure-reason.js';
import type { ServerAnswer } from './server-answer.js';

type Reason = (request: FailedRequest, answer: ServerAnswer) => FailureReason;

/** By the name of the error (Amazon S3, "Error responses"; Ceph, MinIO, R2, B2 and Google use the same names, and some of their own). */
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
 * Why a request was too old or too new for the server. The SDK corrects the clock by the `Date` of the answer and tries again, so that this is left where that
 * did not help: where the answer has no date, or one that is not the server's own.
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
