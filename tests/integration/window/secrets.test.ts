import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { bridgeEvents } from '../../../electron/shared/bridge.js';
import { freshBucket } from '../../support/bucket/bucket.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import { cephTarget, deliveriesOf, preview, untilDeliveries } from './support/window-client.js';
import { startPlaten, temporary } from './support/start-platen.js';

const webhookKey = 'a-recognisable-key-for-webhooks!';
const webhookSecret = `whsec_${Buffer.from(webhookKey).toString('base64')}`;

/** Has the window's page write down every event that reaches it, as its own scripts see them. */
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

/** All that is in the memory of the window's page: every text is in a snapshot of its heap. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return pieces.join('');
}

/** What is in all files below a folder, with their names. */
function contentsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

/**
 * A secret as somebody may have written it down: as it is, in base64 at each of its three offsets,
 * in hexadecimal digits, and in an address.
 */
function spellings(secret: string): readonly string[] {
  const inBase64 = ['', ' ', '  '].map((before) =>
    Buffer.from(`${before}${secret}`).toString('base64').slice(4, -4),
  );
  return [secret, ...inBase64, Buffer.from(secret).toString('hex'), encodeURIComponent(secret)];
}

describeWithCeph('secrets', () => {
  it(
    'are used for uploads, links and webhooks, and are in no message, file, log line or memory of the window',
    { timeout: 120_000 },
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

      // What the person types is in the window's memory for a while: from here on nobody types it.
      const { page, log } = await startPlaten(userData);
      const events = await recordEvents(page);
      const answers: unknown[] = [];
      const note = <T>(answer: T): T => {
        answers.push(answer);
        return answer;
      };
      note(await call(page, 'app:start', undefined));
      note(await call(page, 'targets:test', { target }));
      note(await call(page, 'targets:save', { target: { ...target, name: 'Reports' } }));
      const wrong = { ...target, bucket: 'no-such-bucket' };
      note(await call(page, 'targets:test', { target: wrong }).catch(String));
      const { id } = await preview(page, 'uploaded');
      const uploads = ['a.pdf', 'b.pdf'].map((name) => ({
        target: target.id,
        destination: `s3://${bucket}/${name}`,
      }));
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id },
        uploads,
      });
      note(await untilDeliveries(page, ids, 'delivered'));
      const refused = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id },
        uploads: [{ target: target.id, destination: 's3://no-such-bucket/a.pdf' }],
      });
      note(await untilDeliveries(page, refused.ids, 'failed'));
      note(await call(page, 'deliveries:link', { id: ids[0] ?? '', seconds: 60 }));
      const jobs = await call(page, 'jobs:add', {
        sources: [{ kind: 'html', html: 'told' }],
        options: { request: { webhook: receiver.origin }, output: { folder: temporary.with({}) } },
      });
      note(await untilDeliveries(page, await deliveriesOf(page, jobs.ids), 'delivered'));
      expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
      note(await call(page, 'app:start', undefined));

      const places = {
        messages: (await events()) + JSON.stringify(answers),
        memory: await heapOf(page),
        log: log(),
        files: contentsBelow(userData),
      };
      await receiver.close();
      // The other half of the key is where it belongs, so the search does find what is there.
      for (const place of ['messages', 'memory', 'files'] as const) {
        expect(places[place]).toContain(ceph.owner.accessKeyId);
      }
      expect(places.files).toContain('secrets.json');
      for (const [place, text] of Object.entries(places)) {
        for (const spelling of [
          ...spellings(secret),
          ...spellings(webhookSecret),
          ...spellings(webhookKey),
        ]) {
          expect(text.includes(spelling), `${spelling} in the ${place}`).toBe(false);
        }
      }
    },
  );
});
