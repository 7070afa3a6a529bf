import { expect, it } from 'vitest';
import { freshBucket, objects, openMultiparts } from '../../support/bucket/bucket.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import {
  addTarget,
  cephTarget,
  longTimeout,
  preview,
  untilDeliveries,
} from './support/window-client.js';
import { windowTests } from './support/start-platen.js';

const { startPlaten, temporary } = windowTests();

describeWithCeph('uploads that are running when Platen quits', () => {
  it('are interrupted, and delivered once after the next start', { timeout: 180_000 }, async () => {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const userData = temporary.with({});
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    proxy.script = () => ({ kind: 'stall', afterBytes: 100 });
    const first = await startPlaten(userData);
    await call(first.page, 'secrets:keep-unsafely', { allow: true });
    await addTarget(first.page, ceph, cephTarget(ceph, bucket, { endpoint: proxy.origin }));
    const { id } = await preview(first.page, 'quit while this is uploaded');
    const { ids } = await call(first.page, 'deliveries:upload', {
      pdf: { kind: 'artifact', id, security: {} },
      uploads: [{ target: 'papers', destination: `s3://${bucket}/once.pdf` }],
    });
    await proxy.when((seen) => seen.some(({ method }) => method === 'PUT'));
    await first.close();
    expect(await objects(ceph, bucket)).toEqual([]);

    proxy.script = () => ({ kind: 'none' });
    const second = await startPlaten(userData);
    await untilDeliveries(second.page, ids, 'delivered');
    expect(await objects(ceph, bucket)).toEqual(['once.pdf']);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
    await second.close();

    const third = await startPlaten(userData);
    const puts = proxy.seen.filter(({ method }) => method === 'PUT').length;
    const rows = async () => (await call(third.page, 'deliveries:list', undefined)).rows;
    await expect.poll(rows, longTimeout).toMatchObject([{ status: 'delivered' }]);
    await third.close();
    expect(proxy.seen.filter(({ method }) => method === 'PUT')).toHaveLength(puts);
    await proxy.close();
  });
});
