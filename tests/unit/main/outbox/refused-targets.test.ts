import { describe, expect, it } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { settled } from './support/fake-clock.js';
import { access, pdf, places, testOutbox } from './support/test-outbox.js';

const reason = literal('The password was not accepted.');

/** An outbox whose server refuses a password until a test corrects it. */
function refusing({ isLasting = true } = {}) {
  const attempted: string[] = [];
  const server = { isRefusing: true };
  const test = testOutbox({
    concurrency: { upload: 1, webhook: 1 },
    accessTo: async () => Promise.resolve({ ...access }),
    upload: async ({ place }) => {
      attempted.push(place.key);
      await settled();
      if (server.isRefusing) {
        const text = literal(`${place.key} failed. The password was not accepted.`);
        throw new DeliveryFailure('delivery-refused', text, { field: 'login', reason, isLasting });
      }
      return { kind: 'uploaded', place, url: `https://papers.test/${place.key}` };
    },
  });
  test.outbox.start();
  return { ...test, attempted, server };
}

describe('after a refusal that all uploads to a target share', () => {
  it('fails the others for the same reason, without an attempt', async () => {
    const { outbox, send, attempted } = refusing();
    await send({ uploads: places('a.pdf', 'b.pdf') });
    await send({ uploads: places('c.pdf') });
    await expect
      .poll(() => outbox.rows.map(({ status }) => status))
      .toEqual(new Array(3).fill('failed'));
    expect(attempted).toEqual(['a.pdf']);
    expect(outbox.rows[1]?.error).toMatchObject({ message: reason, fields: [{ field: 'login' }] });
  });

  it('attempts those to other targets, and all after other failures', async () => {
    const one = refusing();
    await one.send({ uploads: places('a.pdf') });
    await one.send({ uploads: places('b.pdf').map((place) => ({ ...place, target: 'other' })) });
    await expect.poll(() => one.attempted).toEqual(['a.pdf', 'b.pdf']);
    const other = refusing({ isLasting: false });
    await other.send({ uploads: places('a.pdf', 'b.pdf') });
    await expect.poll(() => other.attempted).toEqual(['a.pdf', 'b.pdf']);
  });

  it('attempts those to another bucket of the target', async () => {
    const { send, attempted } = refusing();
    await send({ uploads: places('a.pdf') });
    await send({ uploads: places('b.pdf').map((place) => ({ ...place, bucket: 'archive' })) });
    await expect.poll(() => attempted).toEqual(['a.pdf', 'b.pdf']);
  });

  it('attempts one again after a minute, and when the user retries or uploads', async () => {
    const { outbox, clock, send, attempted } = refusing();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await clock.advance(60_000);
    await send({ uploads: places('b.pdf') });
    await expect.poll(() => attempted).toEqual(['a.pdf', 'b.pdf']);
    outbox.retry([id]);
    await expect.poll(() => attempted).toEqual(['a.pdf', 'b.pdf', 'a.pdf']);
    await send({ job: null, pdf, uploads: places('c.pdf') });
    await expect.poll(() => attempted).toEqual(['a.pdf', 'b.pdf', 'a.pdf', 'c.pdf']);
  });

  it('continues once the target is corrected', async () => {
    const { outbox, send, statuses, server } = refusing();
    await send({ uploads: places('a.pdf', 'b.pdf') });
    await expect.poll(statuses).toEqual(['failed', 'failed']);
    server.isRefusing = false;
    outbox.secretsChanged();
    outbox.targetCorrected('other', (place) => place);
    expect(statuses()).toEqual(['failed', 'failed']);
    outbox.targetCorrected('papers', (place) => place);
    await expect.poll(statuses).toEqual(['delivered', 'delivered']);
  });

  it('uploads to the bucket and folder that the target was corrected to', async () => {
    const { outbox, send, statuses, server } = refusing();
    await send({ uploads: places('a.pdf') });
    await expect.poll(statuses).toEqual(['failed']);
    server.isRefusing = false;
    outbox.targetCorrected('papers', ({ key }) => ({ bucket: 'archive', key: `2026/${key}` }));
    await expect.poll(statuses).toEqual(['delivered']);
    expect(outbox.rows[0]?.destination).toBe('s3://archive/2026/a.pdf');
  });
});
