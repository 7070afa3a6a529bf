import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { isSignedWith } from '../../support/webhook-signature.js';
import { type ServiceHere, runServeHere, serveHere } from '../support/run-here.js';
import { errorOf, postPdf } from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
let configFolder: string;
let service: ServiceHere;
let receiver: WebhookReceiver;

beforeAll(async () => {
  folder = temporaryFolder();
  configFolder = folder.with({});
  await createAccountsFolder(join(configFolder, 'a'));
  receiver = await WebhookReceiver.start();
  const { host } = new URL(receiver.origin);
  service = await serveHere(['--accounts', 'a', '--allow-private', host], configFolder);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  folder.remove();
});

const keys = async (...args: readonly string[]) =>
  runServeHere(['keys', ...args, '--accounts', 'a'], configFolder);
const linesOf = (text: string) => text.trim().split('\n');

describe('an account', () => {
  it('has webhooks that are signed with its own secret, which is shown once', async () => {
    const added = await keys('add', 'shop', '--credits', '5', '--webhook-secret', 'new');
    const [key = '', secret = ''] = linesOf(added.stdout);
    expect(secret).toMatch(/^whsec_[\w+/]+=*$/);
    const body = { source: '<p>x', webhook: `${receiver.origin}/hook` };
    expect((await postPdf({ ...service, key }, body)).status).toBe(200);
    expect(isSignedWith(secret, await receiver.next())).toBe(true);
    const listed = await keys('list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ hasWebhookSecret: true });
    expect(listed.stdout + service.log()).not.toContain(secret);
    await keys('set', 'shop', '--webhook-secret', 'none');
    await postPdf({ ...service, key }, body);
    expect((await receiver.next()).headers['webhook-signature']).toBeUndefined();
  });

  it('may only upload below its prefix', { tags: ['core'] }, async () => {
    const limited = ['--bucket', 's3://archive/shop/', '--concurrency', '1', '--rate', '100'];
    const added = await keys('add', 'limited', '--credits', '5', ...limited);
    const tenant = { ...service, key: linesOf(added.stdout)[0] ?? '' };
    expect(added.stderr).toContain('uploads only below s3://archive/shop/');
    const upload = async (destination: string) =>
      postPdf(tenant, {
        source: '<p>x',
        storage: { provider: 'object_store', bucket_destination: destination },
      });
    for (const outside of ['s3://archive/shopping/a.pdf', 's3://other/shop/a.pdf']) {
      const refused = await upload(outside);
      expect(refused.status).toBe(400);
      expect((await errorOf(refused)).fields).toEqual([
        {
          field: 'storage.bucket_destination',
          message: `The bucket destination "${outside}" is not below s3://archive/shop/, where this account may write. Ask the operator of the service.`,
        },
      ]);
    }
    // This one is admitted; the test has no bucket.
    expect((await upload('s3://archive/shop/2026/a.pdf')).status).toBe(422);
  });

  it.each([
    [['--concurrency', '0'], 'Concurrency must be a whole number from 1 to'],
    [['--bucket', 's3://archive/shop'], 'The bucket prefix "s3://archive/shop" is invalid'],
    [['--bucket', 's3://archive/../'], 'The bucket prefix "s3://archive/../" is invalid'],
    [['--bucket', 's3://archive/{name}/'], 'The bucket prefix "s3://archive/{name}/" is invalid'],
    [['--webhook-secret', 'whsec_abcd'], '--webhook-secret must be new or none.'],
    [['--credits', '1'], '--credits is only for add. Remove it from set.'],
    [[], 'Usage: serve keys set NAME'],
  ])('cannot be set to %j', async (options, message) => {
    const { status, stderr } = await keys('set', 'shop', ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('whsec_abcd');
  });
});
