import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import { bucketFailure } from '../../../../electron/main/s3/bucket-failure.js';
import { RequestFault } from '../../../../electron/main/network/http-client.js';
import { TransportFault } from '../../../../electron/main/s3/s3-fault.js';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { AppError } from '../../../../electron/shared/errors.js';

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
const place = { bucket: 'my-bucket', key: 'in/a.pdf' };
const passing = 'delivery-interrupted';
const lasting = 'delivery-refused';

describe('what a server says', () => {
  it.each<[string, number, string, string, string | undefined]>([
    [
      'SignatureDoesNotMatch',
      403,
      lasting,
      'the secret key does not belong to the access key',
      'credentials',
    ],
    [
      'InvalidAccessKeyId',
      403,
      lasting,
      'does not know the access key. Check the access key and the endpoint',
      'credentials.accessKeyId',
    ],
    [
      'Unauthorized',
      401,
      lasting,
      'does not know the access key. Check',
      'credentials.accessKeyId',
    ],
    [
      'AccessDenied',
      403,
      lasting,
      'no right to do this in the bucket "my-bucket" with the owner\'s rights (the ACL',
      'bucket',
    ],
    ['Unknown', 403, lasting, 'no right to do this', 'bucket'],
    ['AccountProblem', 403, lasting, 'a problem with the account', 'credentials'],
    ['NoSuchBucket', 404, lasting, 'there is no bucket "my-bucket"', 'bucket'],
    ['InvalidBucketName', 400, lasting, 'takes no bucket of the name "my-bucket"', 'bucket'],
    ['Unknown', 404, lasting, 'what answers there is no bucket', 'endpoint'],
    ['MethodNotAllowed', 405, lasting, 'what answers there is no bucket', 'endpoint'],
    [
      'PermanentRedirect',
      301,
      lasting,
      'in another region than us-east-1. Set the region',
      'region',
    ],
    ['TemporaryRedirect', 307, lasting, 'in another region', 'region'],
    [
      'AccessControlListNotSupported',
      400,
      lasting,
      "takes no owner's rights (ACL). Switch Owner's rights off",
      'acl',
    ],
    ['NotImplemented', 501, lasting, "takes no owner's rights", 'acl'],
    ['EntityTooLarge', 400, lasting, 'larger than the server takes', undefined],
    ['Unknown', 413, lasting, 'larger than the server takes', undefined],
    ['KeyTooLongError', 400, lasting, 'too long for this server', undefined],
    ['QuotaExceeded', 403, lasting, 'no room left', undefined],
    ['XMinioStorageFull', 507, lasting, 'no room left', undefined],
    ['InsufficientStorage', 507, lasting, 'no room left', undefined],
    ['InvalidArgument', 400, lasting, 'with the status 400 (InvalidArgument)', undefined],
    ['constructor', 400, lasting, 'with the status 400 (constructor)', undefined],
    ['BadDigest', 400, passing, 'changed on their way', undefined],
    ['RequestTimeout', 400, passing, 'waited too long', undefined],
    ['NoSuchUpload', 404, passing, 'has dropped what had been sent', undefined],
    ['OperationAborted', 409, passing, 'somebody else was writing', undefined],
    ['ConditionalRequestConflict', 409, passing, 'somebody else was writing', undefined],
    ['SlowDown', 503, passing, 'the server is busy', undefined],
    ['Unknown', 429, passing, 'the server is busy', undefined],
    ['InternalError', 500, passing, 'failed with the status 500', undefined],
    ['Unknown', 502, passing, 'failed with the status 502', undefined],
    ['Unknown', 504, passing, 'failed with the status 504', undefined],
  ])('%s with %i is %s: %s', (name, status, code, words, field) => {
    const failure = told(answer(name, status));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words);
    expect(failure.message).toMatch(
      /^s3:\/\/my-bucket\/in\/a\.pdf \(target "papers"\) could not be written: .*[^.]\.$/,
    );
    expect(failure.fields?.[0]?.field).toBe(field);
  });

  it('names the region that the server names, in its error or in a header', () => {
    const inError = Object.assign(answer('AuthorizationHeaderMalformed', 400), {
      Region: 'eu-west-3',
    });
    const inHeader = answer('Unknown', 400, { 'X-Amz-Bucket-Region': 'eu-west-3' });
    for (const thrown of [inError, inHeader]) {
      expect(told(thrown).message).toContain(
        'in the region eu-west-3, not in us-east-1. Set the region eu-west-3.',
      );
    }
  });

  it('without an ACL, thinks of one where there is no right, and not where something is not implemented', () => {
    const without = { ...access, acl: null };
    expect(told(answer('AccessDenied', 403), without).message).toContain(
      '(the ACL bucket-owner-full-control), on which',
    );
    expect(told(answer('NotImplemented', 501), without).message).toContain(
      'status 501 (NotImplemented)',
    );
  });

  it('is told of a test without the long name of its object', () => {
    const { message } = bucketFailure(answer('NoSuchBucket', 404), {
      access,
      place,
      doing: 'tested',
    });
    expect(message).toBe(
      'There is no bucket "my-bucket". Make the bucket, or correct its name or the endpoint.',
    );
  });

  it("leads to this computer's AWS settings where no target has a part in it", () => {
    const bare = { ...machine, name: 'my-bucket' };
    expect(told(answer('SignatureDoesNotMatch', 403), bare).message).toContain(
      'Set AWS_SECRET_ACCESS_KEY',
    );
    const untrusted = Object.assign(new Error('no'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect(told(untrusted, bare).message).toMatch(/AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS/);
    expect(told(untrusted, access).message).toMatch(/in the target, under Certificates\.$/);
  });

  it('passes on how long it asks to be left alone', () => {
    const failure = told(answer('SlowDown', 503, { 'retry-after': '7' }));
    expect(failure).toBeInstanceOf(DeliveryFailure);
    expect(failure).toMatchObject({ details: { retryAfterMs: 7_000 } });
  });

  it.each([
    [60 * 60_000, ': this one is 60 minutes ahead.'],
    [-3 * 24 * 60 * 60_000, ': this one is 72 hours behind.'],
    [10_000, 'too far apart.'],
  ])('says how far off the clock is: %i ms', (ahead, words) => {
    const date = new Date(Date.now() - ahead).toUTCString();
    expect(told(answer('RequestTimeTooSkewed', 403, { date })).message).toContain(words);
  });

  it('names the profile whose login has expired', () => {
    expect(told(answer('ExpiredToken', 400), machine).message).toContain(
      'aws sso login --profile work',
    );
  });
});

describe('what a connection says', () => {
  it.each<[string, string, string, string | undefined]>([
    ['ENOTFOUND', passing, 'there is no server of that name', 'endpoint'],
    ['EAI_AGAIN', passing, 'could not be looked up', 'endpoint'],
    ['ECONNREFUSED', passing, 'refuses the connection', 'endpoint'],
    ['ECONNRESET', passing, 'the connection broke off', undefined],
    ['EPIPE', passing, 'the connection broke off', undefined],
    ['ETIMEDOUT', passing, 'does not respond', 'endpoint'],
    ['EHOSTUNREACH', passing, 'no route to the server', 'endpoint'],
    ['SELF_SIGNED_CERT_IN_CHAIN', lasting, 'Name a file with the certificate', 'caFile'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', lasting, 'Name a file with the certificate', 'caFile'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', lasting, 'Name a file with the certificate', 'caFile'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', lasting, 'Name a file with the certificate', 'caFile'],
    ['CERT_HAS_EXPIRED', lasting, 'has expired', 'endpoint'],
    ['CERT_NOT_YET_VALID', lasting, 'not valid yet', 'endpoint'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', lasting, 'is for another name', 'endpoint'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', lasting, 'does not speak TLS', 'endpoint'],
    ['EPROTO', lasting, 'does not speak TLS', 'endpoint'],
    ['HPE_INVALID_CONSTANT', lasting, 'does not speak HTTP', 'endpoint'],
  ])('%s is %s: %s', (code, kind, words, field) => {
    const failure = told(Object.assign(new Error('of the system'), { code }));
    expect(failure.code).toBe(kind);
    expect(failure.message).toContain(words);
    expect(failure.fields?.[0]?.field).toBe(field);
  });

  it('counts more than the head of an answer that it broke off in', () => {
    const broken = Object.assign(answer('Error', 200), { code: 'ECONNRESET' });
    expect(told(broken)).toMatchObject({ code: passing });
  });

  it.each<[ConstructorParameters<typeof TransportFault>, string, string]>([
    [['told-to-wait', { retryAfterMs: 60_000 }], passing, 'the server is busy'],
    [['unencrypted', { subject: 's3.example.org' }], lasting, 's3.example.org is not encrypted'],
    [['certificates', { subject: '/ca.pem' }], lasting, '"/ca.pem" cannot be read'],
    [['no-credentials'], lasting, 'this computer has no AWS credentials. Set AWS_ACCESS_KEY_ID'],
    [['no-credentials', { subject: 'work' }], lasting, 'in the profile "work"'],
    [['machine-settings'], lasting, 'contradict themselves'],
    [['no-bucket-answer'], lasting, 'Check the endpoint https://s3.example.org'],
  ])('%j is %s: %s', (fault, code, words) => {
    const failure = told(new TransportFault(...fault));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(words);
  });
});

it.each([
  [
    new RequestFault('stalled', { mayHaveArrived: true, limitMs: 30_000 }),
    'nothing moved for 30 seconds',
  ],
  [
    new RequestFault('no-connection', { mayHaveArrived: false, limitMs: 15_000 }),
    'no connection came about in 15 seconds',
  ],
])('%o is worth a retry: %s', (fault, words) => {
  const failure = told(fault);
  expect(failure.code).toBe(passing);
  expect(failure.message).toContain(words);
});

describe('the error itself', () => {
  it('says nothing of a target where none was set up', () => {
    expect(told(answer('NoSuchBucket', 404), { ...access, name: 'my-bucket' }).message).toMatch(
      /^s3:\/\/my-bucket\/in\/a\.pdf could not be written: /,
    );
  });

  it('stays as it is where it is a sentence already', () => {
    const canceled = new AppError('canceled', 'The upload was canceled.');
    expect(told(canceled)).toBe(canceled);
  });

  it('keeps nothing of what the server or the client said in their own words', () => {
    const thrown = Object.assign(answer('SignatureDoesNotMatch', 403), {
      StringToSign: 'AWS4-HMAC-SHA256 the-signature',
      SignatureProvided: 'the-signature',
    });
    thrown.message = 'the-signature';
    const failure = told(thrown);
    expect(inspect(failure, { depth: Infinity, showHidden: true })).not.toContain('the-signature');
    expect(inspect(failure.cause)).toContain('SignatureDoesNotMatch, status 403');
  });

  it('quotes no key, as a secret one may have been pasted into the wrong field', () => {
    expect(told(answer('InvalidAccessKeyId', 403)).message).not.toContain('AKIAEXAMPLE');
  });

  it('names what is unknown', () => {
    expect(told(new RangeError('odd')).message).toContain(
      'a reason that Platen does not know (RangeError)',
    );
    expect(told('odd').message).toContain('a reason that Platen does not know (string)');
  });
});

function told(thrown: unknown, by = access): AppError {
  return bucketFailure(thrown, { access: by, place, doing: 'written', region: 'us-east-1' });
}

/** An error as the SDK throws it. */
function answer(name: string, status: number, headers: Record<string, string> = {}): Error {
  const error = Object.assign(new Error('in the words of the server'), {
    $metadata: { httpStatusCode: status, attempts: 1 },
  });
  error.name = name;
  Object.defineProperty(error, '$response', {
    value: { statusCode: status, headers },
    enumerable: false,
  });
  return error;
}
