import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import type { UploadAccessTo } from '../../../../electron/main/outbox/uploaders.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { type TestService, openTestService } from './support/open-service.js';
import { literal } from '../../../../electron/shared/messages/message.js';

// Retries take half a minute in a service; here they take no time.
vi.mock('../../../../electron/main/outbox/schedule.js', async (original) => ({
  ...(await original<object>()),
  interactiveSchedule: { upload: { delays: [1, 1, 1], isEndless: false } },
}));

let service: TestService | undefined;

afterEach(async () => {
  vi.unstubAllEnvs();
  await service?.end();
  service = undefined;
});

const access: BucketAccess = {
  name: 'The destination of the owner',
  endpoint: 'https://127.0.0.1:9',
  region: null,
  pathStyle: true,
  acl: null,
  publicBase: null,
  caFile: null,
  credentials: { kind: 'key', accessKeyId: 'AKIDOFOWNER', secretAccessKey: 'secret-of-owner' },
};

/** Requests a PDF in a bucket. */
async function answerFor(accessTo: UploadAccessTo, compliance: object = {}) {
  service = await openTestService({}, undefined, async () =>
    Promise.resolve({
      accessTo,
      nameOf: () => '',
      webhookSecret: async () => Promise.resolve(null),
      privateWebhooks: () => false,
    }),
  );
  const storage = { provider: 'object_store', bucket_destination: 's3://callers/invoice.pdf' };
  const answer = await fetch(`${service.address}/v1/pdf`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${service.key}:`).toString('base64')}`,
    },
    body: JSON.stringify({ source: '<p>x', storage, compliance }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown, log: service.log() };
}

const logged = 'This service is not configured to write to that bucket. Ask its operator.';
const reported = {
  status: 422,
  body: {
    error: {
      code: 'delivery-refused',
      message: logged,
      fields: [{ field: 'storage.bucket_destination', message: logged }],
    },
  },
};

const withFile: UploadAccessTo = async () =>
  Promise.resolve({ ...access, caFile: '/nowhere/ca.pem' });
const withProfile: UploadAccessTo = async () =>
  Promise.resolve({ ...access, credentials: { kind: 'machine', profile: 'of-owner' } });
const withoutSecret: UploadAccessTo = async () =>
  Promise.reject(
    new AppError('delivery-refused', literal('The secret of "Owner" cannot be read.')),
  );

it.each([
  ['certificate file', withFile, 'caFile', '/nowhere/ca.pem'],
  ['profile', withProfile, 'credentials', 'in the profile \\"of-owner\\"'],
  ['secret', withoutSecret, 'credentials', 'The secret of \\"Owner\\" cannot be read.'],
])(
  'a missing %s is logged, but not reported to clients',
  async (_what, accessTo, field, reason) => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const { log, ...answer } = await answerFor(accessTo);
    expect(answer).toEqual(reported);
    expect(log).toContain(`"field":"${field}"`);
    expect(log).toContain(reason);
    expect(log).not.toMatch(/AKIDOFOWNER|secret-of-owner|invoice|callers/);
  },
);

it.each([
  ['AccessControlListNotSupported', 400, 'The server does not support ACLs. '],
  ['RequestTimeTooSkewed', 403, 'Set the clock of this machine.'],
])('what only the operator can change is not reported: %s', async (name, status, reason) => {
  const bucket = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${name}</Code><Message>no</Message></Error>`);
  });
  await new Promise<void>((listening) => bucket.listen(0, '127.0.0.1', listening));
  const { port } = bucket.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const owner = { ...access, endpoint, acl: 'bucket-owner-full-control' } as const;
  const { log, ...answer } = await answerFor(async () => Promise.resolve(owner));
  bucket.close();
  expect(answer).toEqual(reported);
  expect(log).toContain(reason);
  expect(log).not.toMatch(/AKIDOFOWNER|secret-of-owner|invoice|callers/);
});

it('with a flag, the log names only the setting at fault', async () => {
  const { log, ...answer } = await answerFor(withFile, { gdpr: true });
  expect(answer).toEqual(reported);
  expect(log).toContain('"field":"caFile"');
  expect(log).not.toContain('nowhere');
});

it('clients get the same error for every unreachable bucket; the log has the reason', async () => {
  const { log, ...answer } = await answerFor(async () => Promise.resolve(access));
  const message =
    'This service could not reach that bucket for half a minute, or the bucket was too busy. Send the request again later.';
  const fields = [{ field: 'storage.bucket_destination', message }];
  const error = { code: 'delivery-interrupted', message, fields };
  expect(answer).toEqual({ status: 422, body: { error } });
  expect(log).toContain(
    '"field":"endpoint","reason":"The connection failed: the server refuses the connection. ',
  );
  expect(log).not.toMatch(/AKIDOFOWNER|secret-of-owner|invoice|callers/);
});
