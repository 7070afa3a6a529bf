import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import { bucketFailure } from '../../../../electron/main/s3/bucket-failure.js';
import { RequestFault } from '../../../../electron/main/network/http-client.js';
import { TransportFault } from '../../../../electron/main/s3/s3-fault.js';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { objectOptions } from '../../../../electron/shared/object-settings.js';

const access: BucketAccess = {
  name: 'papers',
  endpoint: 'https://s3.example.org',
  region: 'us-east-1',
  pathStyle: true,
  acl: 'bucket-owner-full-control',
  publicBase: null,
  caFile: null,
  credentials: { kind: 'key', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'the-secret' },
};
const machine: BucketAccess = { ...access, credentials: { kind: 'machine', profile: 'work' } };
const destination = { bucket: 'my-bucket', key: 'in/a.pdf' };
const transient = 'delivery-interrupted';
const permanent = 'delivery-refused';

describe('a response', () => {
  it.each<[string, number, string, string, string | undefined]>([
    [
      'SignatureDoesNotMatch',
      403,
      permanent,
      'The secret key does not belong to the access key',
      'credentials',
    ],
    [
      'InvalidAccessKeyId',
      403,
      permanent,
      'does not know the access key, which may have been revoked. Check the access key',
      'credentials.accessKeyId',
    ],
    ['Unauthorized', 401, permanent, 'does not know the access key', 'credentials.accessKeyId'],
    [
      'AccessDenied',
      403,
      permanent,
      'no permission for this in the bucket "my-bucket" with the ACL',
      'bucket',
    ],
    ['Unknown', 403, permanent, 'no permission for this', 'bucket'],
    ['AccountProblem', 403, permanent, 'a problem with the account', 'credentials'],
    ['NoSuchBucket', 404, permanent, 'There is no bucket "my-bucket"', 'bucket'],
    ['InvalidBucketName', 400, permanent, 'does not accept the bucket name "my-bucket"', 'bucket'],
    ['Unknown', 404, permanent, 'does not respond as a bucket does', 'endpoint'],
    ['MethodNotAllowed', 405, permanent, 'does not respond as a bucket does', 'endpoint'],
    [
      'PermanentRedirect',
      301,
      permanent,
      'in another region than us-east-1. Set the region',
      'region',
    ],
    ['TemporaryRedirect', 307, permanent, 'in another region', 'region'],
    [
      'AccessControlListNotSupported',
      400,
      permanent,
      'does not support ACLs. Turn off "Grant bucket owner full control"',
      'acl',
    ],
    ['NotImplemented', 501, permanent, 'does not support ACLs', 'acl'],
    ['EntityTooLarge', 400, permanent, 'larger than the server accepts', undefined],
    ['Unknown', 413, permanent, 'larger than the server accepts', undefined],
    ['KeyTooLongError', 400, permanent, 'too long for this server', undefined],
    ['QuotaExceeded', 403, permanent, 'is full', undefined],
    ['XMinioStorageFull', 507, permanent, 'is full', undefined],
    ['InsufficientStorage', 507, permanent, 'is full', undefined],
    ['InvalidArgument', 400, permanent, 'with the status 400 (InvalidArgument)', undefined],
    ['constructor', 400, permanent, 'with the status 400 (constructor)', undefined],
    ['BadDigest', 400, transient, 'damaged in transit', undefined],
    ['RequestTimeout', 400, transient, 'waited too long', undefined],
    ['NoSuchUpload', 404, transient, 'discarded the data', undefined],
    ['OperationAborted', 409, transient, 'Another client was writing', undefined],
    ['ConditionalRequestConflict', 409, transient, 'Another client was writing', undefined],
    ['SlowDown', 503, transient, 'The server is busy', undefined],
    ['Unknown', 429, transient, 'The server is busy', undefined],
    ['InternalError', 500, transient, 'failed with the status 500', undefined],
    ['Unknown', 502, transient, 'failed with the status 502', undefined],
    ['Unknown', 504, transient, 'failed with the status 504', undefined],
  ])('%s with %i is %s: %s', (name, status, code, words, field) => {
    const failure = failureOf(answer(name, status));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words);
    expect(failure.message).toMatch(
      /^Couldn't upload to s3:\/\/my-bucket\/in\/a\.pdf \(destination "papers"\)\. [A-Z].*[^.]\.$/,
    );
    expect(failure.fields?.[0]?.field).toBe(field);
  });

  it('names the region from the error or from a header', () => {
    const inError = Object.assign(answer('AuthorizationHeaderMalformed', 400), {
      Region: 'eu-west-3',
    });
    const inHeader = answer('Unknown', 400, { 'X-Amz-Bucket-Region': 'eu-west-3' });
    for (const thrown of [inError, inHeader]) {
      expect(failureOf(thrown).message).toContain(
        'in the region eu-west-3, not in us-east-1. Set the region eu-west-3.',
      );
    }
  });

  it('without an ACL suggests one if permission is missing, and not for other errors', () => {
    const without = { ...access, acl: null };
    expect(failureOf(answer('AccessDenied', 403), without).message).toContain(
      'with the ACL bucket-owner-full-control. Grant permission',
    );
    expect(failureOf(answer('NotImplemented', 501), without).message).toContain(
      'status 501 (NotImplemented)',
    );
  });

  it.each([
    ['InvalidStorageClass', 400, 'does not accept --storage-class GLACIERR.'],
    ['InvalidEncryptionAlgorithmError', 400, 'does not accept --sse aws:kms.'],
    ['InvalidTag', 400, 'does not accept --object-tag a=b, c=.'],
    ['MetadataTooLarge', 400, 'does not accept --object-metadata by=me.'],
    ['KMS.NotFoundException', 400, 'cannot encrypt with --sse-kms-key-id k (KMS.NotFoundExc'],
    ['InvalidArgument', 400, '(InvalidArgument). It may not support --cache-control, --storage'],
    ['NotImplemented', 501, 'Leave out what it does not support: --cache-control, --storage-'],
    ['AccessDenied', 403, 's3:PutObjectTagging, kms:GenerateDataKey, and kms:Decrypt'],
  ])('%s names the options that were sent', (name, status, words) => {
    const object = {
      cacheControl: 'no-store',
      storageClass: 'GLACIERR',
      encryption: 'aws:kms',
      kmsKey: 'k',
      metadata: { by: 'me' },
      tags: { a: 'b', c: '' },
    } as const;
    const failure = failureOf(answer(name, status), {
      ...access,
      object,
      objectFlags: objectOptions,
    });
    expect(failure.code).toBe(permanent);
    expect(failure.message).toContain(words);
  });

  it.each([
    ['InvalidStorageClass', 400, 'not accept Storage class GLACIERR.', 'object.storageClass'],
    ['KMS.NotFoundException', 400, 'not encrypt with KMS key k (KMS.NotFo', 'object.kmsKey'],
    ['NotImplemented', 501, 'not support: Storage class GLACIERR, Encryption aws:kms, KMS', 'acl'],
  ])(
    'the options of a destination have the labels of its form in %s',
    (name, status, words, field) => {
      const object = { storageClass: 'GLACIERR', encryption: 'aws:kms', kmsKey: 'k' } as const;
      const failure = failureOf(answer(name, status), { ...access, object });
      expect(failure.message).toContain(words);
      expect(failure.toData().fields).toMatchObject([{ field }]);
    },
  );

  it('omits the object of a test', () => {
    const { message } = bucketFailure(answer('NoSuchBucket', 404), {
      access,
      place: destination,
      operation: 'test',
    });
    expect(message).toBe(
      'There is no bucket "my-bucket". Create the bucket, or correct its name or the endpoint.',
    );
  });

  it('refers to the AWS configuration of the machine if no destination is used', () => {
    const bare = { ...machine, name: 'my-bucket' };
    expect(failureOf(answer('SignatureDoesNotMatch', 403), bare).message).toContain(
      'Correct AWS_SECRET_ACCESS_KEY',
    );
    const untrustedEndpoint = Object.assign(new Error('no'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect(failureOf(untrustedEndpoint, bare).message).toMatch(
      /AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS/,
    );
    expect(failureOf(untrustedEndpoint, access).message).toMatch(
      /under Certificates in the destination\.$/,
    );
  });

  it('returns the delay that the server requests', () => {
    const failure = failureOf(answer('SlowDown', 503, { 'retry-after': '7' }));
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure).toMatchObject({ details: { retryAfterMs: 7_000 } });
  });

  it.each([
    [60 * 60_000, 'is 60 minutes ahead of the server.'],
    [-3 * 24 * 60 * 60_000, 'is 72 hours behind the server.'],
    [10_000, 'differ too much.'],
  ])('shows the difference of the clock: %i ms', (ahead, words) => {
    const date = new Date(Date.now() - ahead).toUTCString();
    expect(failureOf(answer('RequestTimeTooSkewed', 403, { date })).message).toContain(words);
  });

  it('names the profile whose session has expired', () => {
    expect(failureOf(answer('ExpiredToken', 400), machine).message).toContain(
      'aws sso login --profile work',
    );
  });
});

describe('a connection error', () => {
  it.each<[string, string, string, string | undefined]>([
    ['ENOTFOUND', transient, 'there is no server of that name', 'endpoint'],
    ['EAI_AGAIN', transient, 'could not be looked up', 'endpoint'],
    ['ECONNREFUSED', transient, 'refuses the connection', 'endpoint'],
    ['ECONNRESET', transient, 'the connection broke off', undefined],
    ['EPIPE', transient, 'the connection broke off', undefined],
    ['ETIMEDOUT', transient, 'does not respond', 'endpoint'],
    ['EHOSTUNREACH', transient, 'no route to the server', 'endpoint'],
    ['SELF_SIGNED_CERT_IN_CHAIN', permanent, 'Choose a file with the certificate', 'caFile'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', permanent, 'Choose a file with the certificate', 'caFile'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', permanent, 'Choose a file with the certificate', 'caFile'],
    [
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      permanent,
      'Choose a file with the certificate',
      'caFile',
    ],
    ['CERT_HAS_EXPIRED', permanent, 'has expired', 'endpoint'],
    ['CERT_NOT_YET_VALID', permanent, 'not valid yet', 'endpoint'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', permanent, 'is for another name', 'endpoint'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', permanent, 'does not speak TLS', 'endpoint'],
    ['EPROTO', permanent, 'does not speak TLS', 'endpoint'],
    ['HPE_INVALID_CONSTANT', permanent, 'does not speak HTTP', 'endpoint'],
  ])('%s is %s: %s', (code, kind, words, field) => {
    const failure = failureOf(Object.assign(new Error('text of the system'), { code }));
    expect(failure.code).toBe(kind);
    expect(failure.message).toContain(words);
    expect(failure.fields?.[0]?.field).toBe(field);
  });

  it('takes precedence over the head of a response', () => {
    const broken = Object.assign(answer('Error', 200), { code: 'ECONNRESET' });
    expect(failureOf(broken)).toMatchObject({ code: transient });
  });

  it.each<[ConstructorParameters<typeof TransportFault>, string, string]>([
    [['pause-requested', { retryAfterMs: 60_000 }], transient, 'The server is busy'],
    [['unencrypted', { subject: 's3.example.org' }], permanent, 's3.example.org is not encrypted'],
    [
      ['certificates', { subject: '/ca.pem' }],
      permanent,
      '"/ca.pem" contains no readable certificates',
    ],
    [['no-credentials'], permanent, 'This machine has no AWS credentials. Set AWS_ACCESS_KEY_ID'],
    [['no-credentials', { subject: 'work' }], permanent, 'in the profile "work"'],
    [['machine-settings'], permanent, 'contradicts itself'],
    [['no-bucket-answer'], permanent, 'Check the endpoint https://s3.example.org'],
  ])('%j is %s: %s', (fault, code, words) => {
    const failure = failureOf(new TransportFault(...fault));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words);
  });
});

it.each([
  [new RequestFault('stalled', { mayHaveArrived: true, limitMs: 30_000 }), 'No data for 30 s'],
  [
    new RequestFault('no-connection', { mayHaveArrived: false, limitMs: 15_000 }),
    'No connection within 15 s',
  ],
])('%o is worth a retry: %s', (fault, words) => {
  const failure = failureOf(fault);
  expect(failure.code).toBe(transient);
  expect(failure.message).toContain(words);
});

describe('the error itself', () => {
  it('names no destination that is named after the bucket', () => {
    expect(
      failureOf(answer('NoSuchBucket', 404), { ...access, name: 'my-bucket' }).message,
    ).toMatch(/^Couldn't upload to s3:\/\/my-bucket\/in\/a\.pdf\. /);
  });

  it('returns an AppError unchanged', () => {
    const canceled = new AppError('canceled', literal('The upload was canceled.'));
    expect(failureOf(canceled)).toBe(canceled);
  });

  it('omits the text of the server and the client', () => {
    const thrown = Object.assign(answer('SignatureDoesNotMatch', 403), {
      StringToSign: 'AWS4-HMAC-SHA256 the-signature',
      SignatureProvided: 'the-signature',
    });
    thrown.message = 'the-signature';
    const failure = failureOf(thrown);
    expect(inspect(failure, { depth: Infinity, showHidden: true })).not.toContain('the-signature');
    expect(inspect(failure.cause)).toContain('SignatureDoesNotMatch, status 403');
  });

  it('does not quote the access key, as it may be a pasted secret key', () => {
    expect(failureOf(answer('InvalidAccessKeyId', 403)).message).not.toContain('AKIAEXAMPLE');
  });

  it('names an unknown error', () => {
    expect(failureOf(new RangeError('odd')).message).toContain('an unknown reason (RangeError)');
    expect(failureOf('odd').message).toContain('an unknown reason (string)');
  });
});

function failureOf(thrown: unknown, by = access): AppError {
  return bucketFailure(thrown, {
    access: by,
    place: destination,
    operation: 'upload',
    region: 'us-east-1',
  });
}

/** An error as the SDK throws it. */
function answer(name: string, status: number, headers: Record<string, string> = {}): Error {
  const error = Object.assign(new Error('text of the server'), {
    $metadata: { httpStatusCode: status, attempts: 1 },
  });
  error.name = name;
  Object.defineProperty(error, '$response', {
    value: { statusCode: status, headers },
    enumerable: false,
  });
  return error;
}
