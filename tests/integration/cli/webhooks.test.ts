import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBucket, writeObject } from '../../support/bucket/bucket.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { isSignedWith } from '../../support/webhook-signature.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { runConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { uploadPlace } from './support/upload-runs.js';

let folder: TemporaryFolder;
let receiver: WebhookReceiver;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => receiver.close());

const options = () => ['--webhook', `${receiver.origin}/secret-path`, '--allow-private-webhook'];
const bodies = () => receiver.received.map(({ body }): unknown => JSON.parse(body.toString()));

describe('convert --webhook', () => {
  it('reports that the PDF was created, before the run ends', { tags: ['core'] }, async () => {
    const place = folder.with({ 'a.html': '<p>a' });
    const run = await runConvert(['a.html', '--quiet', ...options()], { cwd: place });
    expect(run).toMatchObject({ status: 0, stderr: '', lines: [join(place, 'a.pdf')] });
    expect(bodies()).toEqual([
      {
        type: 'pdf.completed',
        timestamp: expect.any(String) as string,
        data: {
          job: expect.any(String) as string,
          source: 'a.html',
          file: { name: 'a.pdf', size: expect.any(Number) as number },
          compliance: { hipaa: false, gdpr: false },
        },
      },
    ]);
  });

  it('reports why there is no PDF', async () => {
    const place = folder.with({ 'a.html': '<script src="gone.js"></script>' });
    const run = await convertHere(['a.html', '--fail-on', 'all', ...options()], { cwd: place });
    expect(run.status).toBe(1);
    expect(bodies()).toEqual([
      expect.objectContaining({
        type: 'pdf.failed',
        data: expect.objectContaining({
          error: expect.objectContaining({ code: 'preflight-failed' }) as object,
        }) as object,
      }),
    ]);
  });

  it('that cannot be delivered is reported without its path, and fails nothing', async () => {
    receiver.answer = () => ({ status: 410 });
    const place = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', '--quiet', ...options()], { cwd: place });
    expect(run).toMatchObject({ status: 0, lines: [join(place, 'a.pdf')] });
    expect(run.stderr).toContain('410');
    expect(run.stderr).not.toContain('secret-path');
    const json = await convertHere(['a.html', '--json', '--quiet', ...options()], { cwd: place });
    expect(JSON.parse(json.lines[1] ?? '')).toMatchObject({
      source: join(place, 'a.html'),
      webhookError: { code: 'delivery-refused' },
    });
  });

  it('is not sent unsigned if its signing secret is unknown, and reads it from the environment', async () => {
    // As the window leaves it on a system without a keychain.
    const secrets = { version: 1, keepUnsafely: false, signsWebhooks: true, secrets: {} };
    const place = folder.with({
      'a.html': '<p>a',
      'config/Platen/secrets.json': JSON.stringify(secrets),
    });
    const run = { cwd: place, configFolder: join(place, 'config') };
    const args = ['a.html', '--existing', 'overwrite', '--quiet', ...options()];
    const unsigned = await convertHere(args, run);
    expect(unsigned).toMatchObject({ status: 0, lines: [join(place, 'a.pdf')] });
    expect(unsigned.stderr).toContain(
      'The signing secret of webhooks is missing. Enter it in Settings. A command reads it from PLATEN_WEBHOOK_SECRET.',
    );
    expect(receiver.received).toEqual([]);
    const secret = `whsec_${Buffer.from('a secret of the environment').toString('base64')}`;
    const signed = await convertHere(args, { ...run, env: { PLATEN_WEBHOOK_SECRET: secret } });
    expect(signed).toMatchObject({ status: 0, stderr: '' });
    expect(receiver.received.map((each) => isSignedWith(secret, each))).toEqual([true]);
  });

  it('is retried', async () => {
    receiver.answer = (number) => ({ status: number === 0 ? 500 : 204 });
    const place = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', ...options()], { cwd: place });
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(/answered 500.* Retrying in \d s\.\n/);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is sent to this machine only if allowed', { tags: ['core'] }, async () => {
    const place = folder.with({ 'a.html': '<p>a' });
    const run = await convertHere(['a.html', '--quiet', '--webhook', receiver.origin], {
      cwd: place,
      configFolder: join(place, 'config'),
    });
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('leads to the private address 127.0.0.1');
    expect(receiver.received).toEqual([]);
  });
});

describeWithCeph('convert --to with --webhook', () => {
  it('contains the API response, or the failure of the upload', async () => {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const { run } = uploadPlace(
      folder,
      { 'a.html': '<p>a' },
      { endpoint: ceph.endpoint, key: ceph.owner },
    );
    const to = ['--to', `s3://${bucket}/a.pdf`];
    const first = await run(['a.html', '--json', '--quiet', ...to, ...options()]);
    const { url, file, compliance } = JSON.parse(first.stdout) as Record<string, unknown>;
    await writeObject(ceph, bucket, 'a.pdf', 'theirs');
    const second = await run(['a.html', '--quiet', ...to, ...options()]);
    expect([first.status, second.status]).toEqual([0, 1]);
    expect(bodies()).toEqual([
      expect.objectContaining({
        type: 'pdf.completed',
        data: {
          job: expect.any(String) as string,
          source: 'a.html',
          url,
          file,
          compliance,
          destinations: [{ destination: `s3://${bucket}/a.pdf`, status: 'delivered', url, file }],
        },
      }),
      expect.objectContaining({
        type: 'pdf.failed',
        data: expect.objectContaining({
          source: 'a.html',
          error: expect.objectContaining({ code: 'object-exists' }) as object,
        }) as object,
      }),
    ]);
  });
});
