import { describe, expect, test } from 'vitest';
import { type UploadPlace, newDeliveries } from '../../../../electron/main/outbox/delivery-sink.js';
import { Routes } from '../../../../electron/main/outbox/routes.js';
import { pdf, places, testOutbox } from './support/test-outbox.js';
import { settled } from './support/fake-clock.js';

const [one, other] = places('a.pdf', 'b.pdf') as [UploadPlace, UploadPlace];

describe('two uploads to the same key', () => {
  test.each<[string, Partial<UploadPlace>]>([
    ['of one target', {}],
    ['that are numbered where one is there', { existing: 'number' }],
    ['of two targets with the same bucket', { target: 'papers again' }],
    ['of a target and of the settings of this computer', { target: null }],
  ])('%s go out one after the other', async (_which, change) => {
    const { outbox, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: [one, { ...one, ...change }, other] });
    expect(uploads.map(({ upload }) => upload.place.key)).toEqual(['a.pdf', 'b.pdf']);
    await (await next()).succeed();
    await (await next()).succeed();
    expect((await next()).upload.place.key).toBe('a.pdf');
  });

  test('wait also for one that has been numbered to it', async () => {
    const { outbox, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: [{ ...one, existing: 'number' }] });
    const first = await next();
    await first.hooks.beforeSending({ key: 'b.pdf' });
    await send({ uploads: [other] });
    expect(uploads).toEqual([]);
    await first.succeed();
    expect((await next()).upload.place.key).toBe('b.pdf');
  });

  test('do not wait for one that is interrupted', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    await send({ uploads: [one, { ...one, target: 'papers again' }] });
    await (await next()).fail('delivery-interrupted');
    expect((await next()).upload.access).toBeDefined();
  });

  test('wait for each other where the person has both tried now, too', async () => {
    const { outbox, send, next, uploads } = testOutbox({ concurrency: { upload: 2, webhook: 1 } });
    outbox.start();
    const ids = await send({ uploads: [one, one] });
    await (await next()).fail('delivery-refused');
    await (await next()).fail('delivery-refused');
    outbox.retry(ids);
    await settled();
    expect(uploads).toHaveLength(1);
  });
});

/** A number that counts how often it is looked at. */
function counted(value: number, look: () => void): number {
  const number = {
    valueOf: () => {
      look();
      return value;
    },
  };
  // What is compared or added is asked for its value; so the work that is done can be counted.
  return number as unknown as number;
}

test('the next of ten thousand uploads that are retried is found in one look at each', () => {
  const uploads = places(...Array.from({ length: 10_000 }, (_, index) => `${index}.pdf`));
  const routes = new Routes();
  let looks = 0;
  const look = () => (looks += 1);
  const all = newDeliveries({ job: null, pdf, uploads }, 0).map((delivery) => ({
    ...delivery,
    state: { status: 'waiting', attempts: counted(1, look), retryAt: counted(5, look) } as const,
  }));
  for (const delivery of all) routes.update(delivery);
  looks = 0;
  const started = 4;
  for (const delivery of all.slice(0, started)) {
    expect(routes.next('upload', 10)).toBe(delivery.id);
    routes.update({ ...delivery, state: { status: 'running', attempts: 2 } });
    expect(routes.nextAt(10)).toBe(Infinity);
  }
  // When it may go and how often it has been tried, each compared with another's, and the soonest
  // of all.
  expect(looks).toBeLessThanOrEqual(started * all.length * 5);
});
