import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PdfSpool } from '../../../electron/main/files/pdf-spool.js';
import type { Delivery } from '../../../electron/main/outbox/delivery.js';
import { OutboxFolder } from '../../../electron/main/outbox/outbox-folder.js';
import { freshBucket, openMultiparts, readObject } from '../../support/bucket/bucket.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import { windowTests } from '../window/support/start-platen.js';
import { addTarget, cephTarget } from '../window/support/window-client.js';
import { describeWithCeph } from '../support/with-ceph.js';

const { startPlaten, temporary } = windowTests();

/** Above 64 MiB, so it is sent in five parts of 16 MiB at most. */
const size = 70 * 2 ** 20;

describeWithCeph('kill -9 during an upload in parts', () => {
  it('sends no part again that the bucket has', { timeout: 480_000 }, async () => {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    const proxy = await FaultyProxy.start({ upstream: new URL(ceph.endpoint) });
    const userData = temporary.with({});
    let platen = await startPlaten(userData);
    await call(platen.page, 'secrets:keep-unsafely', { allow: true });
    await addTarget(platen.page, ceph, cephTarget(ceph, bucket, { endpoint: proxy.origin }));
    await platen.close();
    const pdf = randomBytes(size);
    await new PdfSpool(join(userData, 'outbox')).keep('large', pdf);
    await new OutboxFolder(join(userData, 'outbox')).save(upload(bucket));

    const parts = () => proxy.seen.filter(({ path }) => path.includes('partNumber='));
    const numbersOf = (requests: ReturnType<typeof parts>) =>
      requests.map(({ path }) => Number(/partNumber=(\d+)/.exec(path)?.[1])).sort();
    // Parts 1 to 4 are sent at once. The second one never ends.
    proxy.script = ({ path }) =>
      path.includes('partNumber=2') ? { kind: 'stall', afterBytes: 100 } : { kind: 'none' };
    platen = await startPlaten(userData);
    await proxy.when(() => parts().filter(({ outcome }) => outcome === 'answered').length === 4);
    await platen.kill();
    expect(numbersOf(parts().filter(({ outcome }) => outcome === 'answered'))).toEqual([
      1, 3, 4, 5,
    ]);
    expect(await openMultiparts(ceph, bucket)).toEqual(['large.pdf']);

    const before = parts().length;
    proxy.script = () => ({ kind: 'none' });
    platen = await startPlaten(userData);
    const status = async () =>
      (await call(platen.page, 'deliveries:list', undefined)).rows.map((row) => row.status);
    await expect.poll(status, { timeout: 60_000, interval: 200 }).toEqual(['delivered']);
    expect(numbersOf(parts().slice(before))).toEqual([2]);
    expect((await readObject(ceph, bucket, 'large.pdf')).equals(pdf)).toBe(true);
    expect(await openMultiparts(ceph, bucket)).toEqual([]);
    await platen.close();
    await proxy.close();
  });
});

function upload(bucket: string): Delivery {
  return {
    kind: 'upload',
    id: 'upload-of-large',
    job: null,
    created: 0,
    compliance: { gdpr: false, hipaa: false },
    target: 'papers',
    bucket,
    key: 'large.pdf',
    existing: 'ask',
    pdf: { id: 'large', name: 'large.pdf', size },
    state: { status: 'waiting', attempts: 0 },
  };
}
