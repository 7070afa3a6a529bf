import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningPlaten } from '../../e2e/support/running-platen.js';
import {
  aclOf,
  freshBucket,
  objects,
  readObject,
  writeObject,
} from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { freePorts } from '../../support/free-port.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
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

const { shareRunningPlaten, startPlaten, temporary } = windowTests();

/** Returns the paths of all files below a folder. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the URL of a port that nothing listens on. */
async function unusedEndpoint(): Promise<string> {
  const [port = 0] = await freePorts(1);
  return `http://127.0.0.1:${port}`;
}

describeWithCeph('uploads from the window', () => {
  let ceph: Ceph;
  let bucket: string;

  beforeAll(async () => {
    ceph = await sharedCeph();
  });
  beforeEach(async () => {
    bucket = await freshBucket(ceph);
  });

  /** Starts Platen with a destination, until the end of the test. */
  async function startWithTarget() {
    const userData = temporary.with({});
    const platen = await startPlaten(userData);
    await addTarget(platen.page, ceph, cephTarget(ceph, bucket));
    return { userData, platen };
  }

  describe('in one session', () => {
    let userData: string;
    let platen: RunningPlaten;

    shareRunningPlaten((started, folder) => {
      platen = started;
      userData = folder;
    });
    beforeEach(async () => {
      const { page } = platen;
      await addTarget(page, ceph, cephTarget(ceph, bucket));
      const { rows } = await call(page, 'deliveries:list', undefined);
      await call(page, 'deliveries:remove', { ids: rows.map(({ id }) => id) });
    });

    it('uploads a preview, links to it and opens it', { tags: ['core'] }, async () => {
      const { page, opened } = platen;
      const { id, suggestedName } = await preview(page, '<title>Ä report</title>Hello');
      const bytes = readFileSync(join(userData, 'artifacts', `${id}.pdf`));
      const destination = `s3://${bucket}/reports/{title}.pdf`;
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination }],
      });
      const [row] = await untilDeliveries(page, ids, 'delivered');
      const key = 'reports/Ä report.pdf';
      const url = `${ceph.endpoint}/${bucket}/reports/%C3%84%20report.pdf`;
      expect(row).toMatchObject({
        kind: 'upload',
        job: null,
        file: suggestedName,
        to: 'Papers',
        destination: `s3://${bucket}/${key}`,
        size: bytes.length,
        receipt: {
          url,
          file: { name: 'Ä report.pdf', size: bytes.length },
          compliance: { gdpr: false, hipaa: false },
        },
      });
      expect(await readObject(ceph, bucket, key)).toEqual(bytes);
      expect(await aclOf(ceph, bucket, key)).toEqual([
        { grantee: 'owner', permission: 'FULL_CONTROL' },
      ]);
      expect(filesBelow(join(userData, 'outbox')).filter((name) => name.endsWith('.pdf'))).toEqual(
        [],
      );

      const [deliveryId = ''] = ids;
      const link = await call(page, 'deliveries:link', { id: deliveryId, seconds: 60 });
      expect(link.url.startsWith(`${url}?`)).toBe(true);
      const response = await fetch(link.url);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      expect((await fetch(url)).status).toBe(403);

      await call(page, 'deliveries:open', { id: deliveryId });
      await expect.poll(opened, longTimeout).toEqual([url]);
    });

    it('reports a name conflict, and applies the choice of the user', async () => {
      const { page } = platen;
      await writeObject(ceph, bucket, 'a.pdf', 'the existing object');
      const { id } = await preview(page, 'A');
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination: `s3://${bucket}/a.pdf` }],
      });
      const [failed] = await untilDeliveries(page, ids, 'failed');
      expect(failed?.error?.code).toBe('object-exists');
      await expect(
        call(page, 'deliveries:link', { id: failed?.id ?? '', seconds: 60 }),
      ).rejects.toThrow("This upload isn't finished yet.");
      await call(page, 'deliveries:retry', { ids, existing: 'number' });
      const [row] = await untilDeliveries(page, ids, 'delivered');
      const [, numbered = ''] = /^s3:\/\/[^/]+\/(.*)$/.exec(row?.receipt?.destination ?? '') ?? [];
      expect(await objects(ceph, bucket)).toEqual(['a.pdf', numbered].sort());
      const { url } = await call(page, 'deliveries:link', { id: row?.id ?? '', seconds: 60 });
      expect((await fetch(url)).status).toBe(200);
      expect((await readObject(ceph, bucket, 'a.pdf')).toString()).toBe('the existing object');
    });

    it('uploads the PDF of a job automatically to its destinations, and later on request', async () => {
      const { page } = platen;
      const out = temporary.with({});
      const uploads = [{ target: 'papers', destination: `s3://${bucket}/batch/{n}.pdf` }];
      const sources = ['one', 'two'].map((html) => ({ kind: 'html' as const, html }));
      const options = { request: {}, output: { folder: out, save: false, uploads } };
      const { ids: jobs } = await call(page, 'jobs:add', { sources, options });
      await untilDeliveries(page, await deliveriesOf(page, jobs), 'delivered');
      expect(await objects(ceph, bucket)).toEqual(['batch/1.pdf', 'batch/2.pdf']);
      expect(readdirSync(out)).toEqual([]);
      await expect(call(page, 'jobs:open', { id: jobs[0] ?? '' })).rejects.toThrow(
        "This job hasn't saved a file.",
      );

      const saving = { request: {}, output: { folder: out } };
      const { ids: saved } = await call(page, 'jobs:add', {
        sources: sources.slice(0, 1),
        options: saving,
      });
      await deliveriesOf(page, saved);
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'job', id: saved[0] ?? '' },
        uploads: [{ target: 'papers', destination: `s3://${bucket}/on-request.pdf` }],
      });
      const [row] = await untilDeliveries(page, ids, 'delivered');
      expect(row?.job).toBe(saved[0]);
      const [name = ''] = readdirSync(out);
      expect(await readObject(ceph, bucket, 'on-request.pdf')).toEqual(
        readFileSync(join(out, name)),
      );
    });

    it('keeps an upload whose destination was removed, and reports it', async () => {
      const { page } = platen;
      const endpoint = await unusedEndpoint();
      await addTarget(page, ceph, cephTarget(ceph, bucket, { endpoint }));
      const { id } = await preview(page, 'without a destination');
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination: `s3://${bucket}/a.pdf` }],
      });
      await call(page, 'targets:remove', { id: 'papers' });
      await call(page, 'deliveries:retry', { ids });
      const [row] = await untilDeliveries(page, ids, 'failed');
      expect(row?.error?.code).toBe('delivery-refused');
      expect(errorMessage(row?.error)).toBe(
        'The destination of this PDF was removed from Settings. Discard this upload, or upload the PDF to another destination.',
      );
      await call(page, 'deliveries:remove', { ids });
      expect(await call(page, 'deliveries:list', undefined)).toEqual({ rows: [] });
      await expect.poll(() => filesBelow(join(userData, 'outbox')), longTimeout).toEqual([]);
    });

    it('sends the signed webhook of a job after its upload, if private addresses are allowed', async () => {
      const { page } = platen;
      const receiver = await WebhookReceiver.start();
      try {
        await call(page, 'secrets:set-webhook', { secret: 'whsec_c2VjcmV0LW9mLXdlYmhvb2tz' });
        const webhook = `${receiver.origin}/done`;
        const uploads = [{ target: 'papers', destination: `s3://${bucket}/notified.pdf` }];
        const add = async () => {
          const sources = [{ kind: 'html' as const, html: 'notified' }];
          const output = {
            save: false,
            uploads: uploads.map((each) => ({ ...each, existing: 'overwrite' as const })),
          };
          const { ids } = await call(page, 'jobs:add', {
            sources,
            options: { request: { webhook }, output },
          });
          return deliveriesOf(page, ids);
        };
        const [upload = '', refused = ''] = await add();
        await untilDeliveries(page, [upload], 'delivered');
        const [row] = await untilDeliveries(page, [refused], 'failed');
        expect(row).toMatchObject({ kind: 'webhook', error: { code: 'delivery-refused' } });
        expect(receiver.received).toEqual([]);

        await call(page, 'settings:update', { privateWebhooks: true });
        const [, allowed = ''] = await add();
        await untilDeliveries(page, [allowed], 'delivered');
        const [message] = receiver.received;
        expect(message?.headers['webhook-signature']).toMatch(/^v1,/);
        expect(JSON.parse(message?.body.toString() ?? '')).toMatchObject({
          type: 'pdf.completed',
          data: {
            url: `${ceph.endpoint}/${bucket}/notified.pdf`,
            file: { name: 'notified.pdf' },
            compliance: { gdpr: false, hipaa: false },
          },
        });
      } finally {
        await receiver.close();
      }
    });
  });

  it(
    'keeps an undelivered PDF across a kill, and delivers it once its destination works',
    { timeout: 180_000 },
    async () => {
      const { userData, platen } = await startWithTarget();
      const { page } = platen;
      await call(page, 'secrets:keep-unsafely', { allow: true });
      const endpoint = await unusedEndpoint();
      await addTarget(page, ceph, cephTarget(ceph, bucket, { endpoint }));
      const { id } = await preview(page, 'to be delivered later');
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination: `s3://${bucket}/late.pdf` }],
      });
      const attempts = async () =>
        (await call(page, 'deliveries:list', undefined)).rows[0]?.attempts;
      await expect.poll(attempts, longTimeout).toBeGreaterThan(0);
      const [waiting] = await untilDeliveries(page, ids, 'waiting');
      expect(waiting).toMatchObject({ error: { code: 'delivery-interrupted' } });
      expect(waiting?.retryAt).toBeGreaterThan(0);
      await platen.kill();

      const again = await startPlaten(userData);
      await untilDeliveries(again.page, ids, 'waiting');
      await call(again.page, 'targets:save', { target: cephTarget(ceph, bucket) });
      await call(again.page, 'deliveries:retry', { ids });
      await untilDeliveries(again.page, ids, 'delivered');
      expect(await objects(ceph, bucket)).toEqual(['late.pdf']);
    },
  );

  it(
    'leaves nothing of a delivered private preview in the data folder or log',
    { timeout: 120_000 },
    async () => {
      const { userData, platen } = await startWithTarget();
      const { page, log } = platen;
      const { id } = await preview(page, '<title>Patient-4711</title>private-content');
      const { ids } = await call(page, 'deliveries:upload', {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination: `s3://${bucket}/Patient-4711.pdf` }],
        compliance: { gdpr: true, hipaa: false },
      });
      const [row] = await untilDeliveries(page, ids, 'delivered');
      expect(row?.receipt?.compliance).toEqual({ gdpr: true, hipaa: false });
      const path = join(userData, 'artifacts', `${id}.pdf`);
      await expect.poll(() => existsSync(path), longTimeout).toBe(false);
      await expect.poll(() => filesBelow(join(userData, 'outbox')), longTimeout).toEqual([]);
      expect(log()).not.toContain('4711');
      await platen.close();
      const holders = filesBelow(userData).filter((path) => readFileSync(path).includes('4711'));
      expect(holders).toEqual([]);
    },
  );
});
