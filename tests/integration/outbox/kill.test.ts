import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshBucket, objects, openMultiparts, readObject } from '../../support/bucket/bucket.js';
import { always, noFault, onlyFor } from '../../support/bucket/fault.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { readPdf } from '../../support/read-pdf.js';
import { call, untilCompleted } from '../jobs/support/queue-client.js';
import { windowTests } from '../window/support/start-platen.js';
import { addTarget, cephTarget } from '../window/support/window-client.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { repetitions } from '../../support/repetitions.js';

const { startPlaten, temporary } = windowTests();

const kills = repetitions({ few: 1, many: 20 });

/** The longest time from a start to a kill, in milliseconds. */
const longestLife = 1500;

/** Pages whose PDFs are about 18 kB each, so that a kill can interrupt a slow upload. */
const pages = Array.from({ length: 2 * kills + 4 }, (_, index) => {
  const sheet = `<p style="break-after: page">A sheet of page number ${index}.</p>`;
  return `<title>page ${index}</title>${sheet.repeat(20)}`;
});

describeWithCeph('kill -9 during uploads', () => {
  it(
    `at random moments (kills: ${kills}): each object is uploaded once and completely in the end`,
    { timeout: 480_000 },
    async () => {
      const ceph = await sharedCeph();
      const bucket = await freshBucket(ceph);
      const proxy = await FaultyProxy.start({ upstream: new URL(ceph.endpoint) });
      proxy.script = onlyFor('PUT', () => {
        return { kind: 'slow', bytesPerSecond: 1500 + Math.random() * 8000 };
      });
      const userData = temporary.with({});
      let platen = await startPlaten(userData);
      await call(platen.page, 'secrets:keep-unsafely', { allow: true });
      await addTarget(platen.page, ceph, cephTarget(ceph, bucket, { endpoint: proxy.origin }));
      await call(platen.page, 'jobs:add', {
        sources: pages.map((html) => ({ kind: 'html', html })),
        options: {
          request: {},
          output: {
            save: false,
            uploads: [{ target: 'papers', destination: `s3://${bucket}/in/{n}.pdf` }],
          },
        },
      });
      await untilCompleted(platen.page, pages.length);
      const isUploading = () => proxy.seen.some(({ outcome }) => outcome === 'under-way');
      let hits = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        // Waits for nothing in particular: the moment must be random.
        await setTimeout(Math.random() * longestLife);
        // One at least interrupts an upload.
        if (kill === 0) await expect.poll(isUploading).toBe(true);
        if (isUploading()) hits += 1;
        await platen.kill();
        platen = await startPlaten(userData);
      }
      expect(hits).toBeGreaterThan(kills / 10);
      proxy.script = always(noFault);
      const statuses = async () => {
        const { rows } = await call(platen.page, 'deliveries:list', undefined);
        return rows.map(({ status }) => status);
      };
      const delivered = pages.map(() => 'delivered');
      await expect.poll(statuses, { timeout: 60_000, interval: 200 }).toEqual(delivered);
      const { summary } = await call(platen.page, 'jobs:list', undefined);
      expect(summary.counts).toMatchObject({ completed: pages.length, failed: 0 });
      const { length: digits } = String(pages.length);
      const keys = pages.map((_, index) => `in/${String(index + 1).padStart(digits, '0')}.pdf`);
      expect(await objects(ceph, bucket)).toEqual(keys);
      expect(await openMultiparts(ceph, bucket)).toEqual([]);
      for (const [index, key] of keys.entries()) {
        const pdf = await readPdf(await readObject(ceph, bucket, key));
        expect(pdf.pages).toHaveLength(20);
        expect(pdf.text).toContain(`A sheet of page number ${index}.`);
      }
      await proxy.close();
    },
  );
});
