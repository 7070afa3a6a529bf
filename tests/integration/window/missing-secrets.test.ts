import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshBucket, objects } from '../../support/bucket/bucket.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { type ReceivedWebhook, WebhookReceiver } from '../../support/webhook-receiver.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import {
  addTarget,
  cephTarget,
  deliveriesOf,
  longTimeout,
  preview,
  untilDeliveries,
} from './support/window-client.js';
import { windowTests } from './support/start-platen.js';
import { errorMessage } from '../../support/error-message.js';

const { startPlaten, temporary } = windowTests();

// Without a keychain, secrets are lost when Platen ends.
type End = 'close' | 'kill';
const [before, after] = ['the secret before', 'the secret after'].map(
  (text) => `whsec_${Buffer.from(text.padEnd(32)).toString('base64')}`,
) as [string, string];

/** Waits until deliveries wait for their secret, and returns their rows. */
async function untilMissingSecret(page: Page, ids: readonly string[]) {
  const rows = async () => {
    const { rows: all } = await call(page, 'deliveries:list', undefined);
    return ids.map((id) => all.find((row) => row.id === id));
  };
  const missing = { status: 'waiting', error: { fields: [{ field: 'secret' }] } };
  await expect.poll(rows, longTimeout).toMatchObject(ids.map(() => missing));
  return rows();
}

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => receiver.close());

/** Converts text with a webhook, and returns the ids of its deliveries. */
async function convert(page: Page, html: string): Promise<readonly string[]> {
  const jobs = await call(page, 'jobs:add', {
    sources: [{ kind: 'html', html }],
    options: { request: { webhook: receiver.origin }, output: { folder: temporary.with({}) } },
  });
  return deliveriesOf(page, jobs.ids);
}

/** Throws unless a webhook is signed with a secret, as a receiver checks it. */
function verify(secret: string, { headers, body }: ReceivedWebhook): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}

describeWithCeph('deliveries that wait', () => {
  let proxy: FaultyProxy;
  afterEach(async () => proxy.close());

  /**
   * Ends Platen while a webhook waits for a retry and an upload is running, and starts it again
   * without their secrets.
   */
  async function restart(end: End) {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    proxy.script = () => ({ kind: 'stall', afterBytes: 100 });
    receiver.answer = () => ({ status: 503 });
    const userData = temporary.with({});
    const target = cephTarget(ceph, bucket, { endpoint: proxy.origin });
    const first = await startPlaten(userData);
    await call(first.page, 'settings:update', { privateWebhooks: true });
    await call(first.page, 'secrets:set-webhook', { secret: before });
    await addTarget(first.page, ceph, target);
    const webhooks = await convert(first.page, 'before the end');
    const { id } = await preview(first.page, 'waits for its key');
    const { ids: uploads } = await call(first.page, 'deliveries:upload', {
      pdf: { kind: 'artifact', id, security: {} },
      uploads: [{ target: target.id, destination: `s3://${bucket}/once.pdf` }],
    });
    await proxy.when((seen) => seen.some(({ method }) => method === 'PUT'));
    await expect.poll(() => receiver.received.length, longTimeout).toBeGreaterThan(0);
    await first[end]();
    const sent = receiver.received.length;
    proxy.script = () => ({ kind: 'none' });
    receiver.answer = () => ({ status: 204 });
    return {
      ceph,
      bucket,
      target,
      webhooks,
      uploads,
      sent,
      userData,
      second: await startPlaten(userData),
    };
  }

  it(
    'continue after a quit: a webhook signed once its secret is entered, an upload not without its destination',
    { timeout: 240_000 },
    async () => {
      const { target, webhooks, uploads, sent, second } = await restart('close');
      const { page } = second;
      expect((await call(page, 'app:start', undefined)).secrets).toMatchObject({
        webhook: false,
        webhookMissing: true,
      });
      // A new webhook must be signed as well.
      const all = [...webhooks, ...(await convert(page, 'after the start'))];
      await untilMissingSecret(page, [...all, ...uploads]);
      expect(receiver.received).toHaveLength(sent);

      await call(page, 'secrets:set-webhook', { secret: after });
      await untilDeliveries(page, all, 'delivered');
      for (const webhook of receiver.received.slice(0, sent)) verify(before, webhook);
      const others = receiver.received.slice(sent);
      expect(others).toHaveLength(2);
      for (const webhook of others) verify(after, webhook);

      await call(page, 'targets:remove', { id: target.id });
      const [row] = await untilDeliveries(page, uploads, 'failed');
      expect(errorMessage(row?.error)).toBe(
        'The destination of this PDF was removed from Settings. Discard this upload, or upload the PDF to another destination.',
      );
    },
  );

  it(
    'continue after a kill: a webhook unsigned once the user has stopped signing, an upload once its key is entered',
    { timeout: 240_000 },
    async () => {
      const { ceph, bucket, target, webhooks, uploads, userData, second } = await restart('kill');
      await untilMissingSecret(second.page, [...webhooks, ...uploads]);
      const secrets = await call(second.page, 'secrets:set-webhook', { secret: null });
      expect(secrets).toMatchObject({ webhook: false, webhookMissing: false });
      await untilDeliveries(second.page, webhooks, 'delivered');
      expect(receiver.received.at(-1)?.headers).not.toHaveProperty('webhook-signature');
      await second.close();

      const { page } = await startPlaten(userData);
      const [row] = await untilMissingSecret(page, uploads);
      expect(errorMessage(row?.error)).toContain('The secret key of Papers is missing.');
      expect(await objects(ceph, bucket)).toEqual([]);
      await addTarget(page, ceph, target);
      await untilDeliveries(page, uploads, 'delivered');
      expect(await objects(ceph, bucket)).toEqual(['once.pdf']);
    },
  );
});
