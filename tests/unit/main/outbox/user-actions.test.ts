import { describe, expect, test } from 'vitest';
import { settled } from './support/fake-clock.js';
import { places, testOutbox } from './support/test-outbox.js';

describe('the user', () => {
  test('can cancel waiting and running deliveries, and retry both', async () => {
    const { outbox, send, next, statuses, uploads, pdfs } = testOutbox({
      concurrency: { upload: 1, webhook: 1 },
    });
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf') });
    outbox.cancel(ids);
    await settled();
    expect(statuses()).toEqual(['canceled', 'canceled']);
    expect(pdfs.size).toBe(1);
    uploads.length = 0;
    outbox.retry(ids);
    await (await next()).succeed();
    await (await next()).succeed();
    expect(statuses()).toEqual(['delivered', 'delivered']);
  });

  test('cancels too late after the upload has arrived', async () => {
    const { outbox, send, next, statuses } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf') });
    const { succeed } = await next();
    const arrivingUpload = succeed();
    outbox.cancel(ids);
    await arrivingUpload;
    expect(statuses()).toEqual(['delivered']);
  });

  test('removes running, failed and waiting deliveries with their PDF', async () => {
    const { outbox, send, next, pdfs, files } = testOutbox({
      concurrency: { upload: 1, webhook: 1 },
    });
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf') });
    const { signal } = await next();
    outbox.remove(ids);
    await settled();
    expect(signal.aborted).toBe(true);
    expect(outbox.rows).toEqual([]);
    expect(pdfs.size + files.entries.size).toBe(0);
  });

  test('clears only completed deliveries', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf', 'c.pdf') });
    await (await next()).succeed();
    await (await next()).fail('delivery-refused');
    outbox.remove('ended');
    expect(outbox.rows.map(({ id, status }) => [id, status])).toEqual([
      [ids[1], 'failed'],
      [ids[2], 'running'],
    ]);
  });
});
