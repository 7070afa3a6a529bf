// @module-tag core

import type { Page } from '@playwright/test';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bridgeEvents } from '../../../electron/shared/bridge.js';
import { freshBucket } from '../../support/bucket/bucket.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import { contentsBelow } from './support/contents-below.js';
import { cephTarget, deliveriesOf, preview, untilDeliveries } from './support/window-client.js';
import { pageVariable, windowTests } from './support/start-platen.js';

const { startPlaten, temporary } = windowTests();

const webhookKey = 'a-recognizable-key-for-webhooks!';
const webhookSecret = `whsec_${Buffer.from(webhookKey).toString('base64')}`;

/** Records every event in the window's page, as its scripts receive them. */
async function recordEvents(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(
    (names) => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      for (const name of names) window.platen.on(name, (data) => seen.push(data));
    },
    Object.keys(bridgeEvents) as (keyof typeof bridgeEvents)[],
  );
  return async () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'seen')));
}

/** Returns a heap snapshot of the window's page, which contains all its strings. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}

/** Returns encodings of a secret: plain, base64 at each of the three offsets, hex and URL. */
function encodings(secret: string): readonly string[] {
  const inBase64 = ['', ' ', '  '].map((before) =>
    Buffer.from(`${before}${secret}`).toString('base64').slice(4, -4),
  );
  return [secret, ...inBase64, Buffer.from(secret).toString('hex'), encodeURIComponent(secret)];
}

describeWithCeph('secrets', () => {
  it(
    'are used for uploads, links and webhooks, but are in no message, file, log or memory of the window',
    { timeout: 240_000 },
    async () => {
      const ceph = await sharedCeph();
      const secret = ceph.owner.secretAccessKey;
      const bucket = await freshBucket(ceph);
      const target = cephTarget(ceph, bucket);
      const userData = temporary.with({});
      const receiver = await WebhookReceiver.start();
      const typed = await startPlaten(userData);
      await call(typed.page, 'secrets:keep-unsafely', { allow: true });
      await call(typed.page, 'targets:save', { target, secret });
      await call(typed.page, 'secrets:set-webhook', { secret: webhookSecret });
      await call(typed.page, 'settings:update', { privateWebhooks: true });
      await typed.close();

      // A typed secret stays in the window's memory for a while, so the test restarts Platen.
      // With the real page, which must not keep them.
      vi.stubEnv(pageVariable, undefined);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { page, log } = await startPlaten(userData);
      const events = await recordEvents(page);
      const results: unknown[] = [];
      const record = <T>(result: T): T => {
        results.push(result);
        return result;
      };
      record(await call(page, 'app:start', undefined));
      record(await call(page, 'targets:test', { target }));
      record(await call(page, 'targets:save', { target: { ...target, name: 'Reports' } }));
      const wrong = { ...target, bucket: 'no-such-bucket' };
      record(await call(page, 'targets:test', { target: wrong }).catch(String));
      const { id } = await preview(page, 'uploaded');
      const uploads = ['a.pdf', 'b.pdf'].map((name) => ({
        target: target.id,
        destination: `s3://${bucket}/${name}`,
      }));
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads,
      });
      record(await untilDeliveries(page, ids, 'delivered'));
      const refused = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: target.id, destination: 's3://no-such-bucket/a.pdf' }],
      });
      record(await untilDeliveries(page, refused.ids, 'failed'));
      record(await call(page, 'deliveries:link', { id: ids[0] ?? '', seconds: 60 }));
      const jobs = await call(page, 'jobs:add', {
        sources: [{ kind: 'html', html: 'notified' }],
        options: { request: { webhook: receiver.origin }, output: { folder: temporary.with({}) } },
      });
      record(await untilDeliveries(page, await deliveriesOf(page, jobs.ids), 'delivered'));
      expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
      record(await call(page, 'app:start', undefined));

      const places = {
        messages: (await events()) + JSON.stringify(results),
        memory: await heapOf(page),
        log: log(),
        files: contentsBelow(userData),
      };
      await receiver.close();
      // The access key id is public: finding it proves that the search works.
      for (const place of ['messages', 'memory', 'files'] as const) {
        expect(places[place]).toContain(ceph.owner.accessKeyId);
      }
      expect(places.files).toContain('secrets.json');
      for (const [place, text] of Object.entries(places)) {
        for (const encoded of [
          ...encodings(secret),
          ...encodings(webhookSecret),
          ...encodings(webhookKey),
        ]) {
          expect(text.includes(encoded), `${encoded} in the ${place}`).toBe(false);
        }
      }
    },
  );
});
