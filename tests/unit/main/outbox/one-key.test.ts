import { describe, expect, test } from 'vitest';
import { type UploadPlace, newDeliveries } from '../../../../electron/main/outbox/delivery-sink.js';
import { backgroundSchedule } from '../../../../electron/main/outbox/schedule.js';
import { Scheduler } from '../../../../electron/main/outbox/scheduler.js';
import { pdf, places, testOutbox } from './support/test-outbox.js';
import { FakeClock, settled } from './support/fake-clock.js';

const [one, other] = places('a.pdf', 'b.pdf') as [UploadPlace, UploadPlace];

describe('two uploads to the same key', () => {
  test.each<[string, Partial<UploadPlace>]>([
    ['of one destination', {}],
    ['that are numbered if the key exists', { existing: 'number' }],
    ['of two destinations with the same bucket', { target: 'papers again' }],
    ['of a destination and of the settings of this machine', { target: null }],
  ])('%s run one after the other', async (_which, change) => {
    const { outbox, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: [one, { ...one, ...change }, other] });
    expect(uploads.map(({ upload }) => upload.place.key)).toEqual(['a.pdf', 'b.pdf']);
    await (await next()).succeed();
    await (await next()).succeed();
    expect((await next()).upload.place.key).toBe('a.pdf');
  });

  test('also wait for an upload that was numbered to it', async () => {
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

  test('do not wait for an interrupted one', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    await send({ uploads: [one, { ...one, target: 'papers again' }] });
    await (await next()).fail('delivery-interrupted');
    expect((await next()).upload.access).toBeDefined();
  });

  test('wait for each other even if the user retries both', async () => {
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

/** Returns a number that counts how often it is read. */
function counted(value: number, look: () => void): number {
  const number = {
    valueOf: () => {
      look();
      return value;
    },
  };
  // Comparing or adding it calls valueOf, so the work can be counted.
  return number as unknown as number;
}

test('the next of ten thousand retried uploads is found by reading each once', async () => {
  const uploads = places(...Array.from({ length: 10_000 }, (_, index) => `${index}.pdf`));
  let looks = 0;
  const look = () => (looks += 1);
  const all = newDeliveries({ job: null, pdf, uploads }, 0).map((delivery) => ({
    ...delivery,
    state: { status: 'waiting', attempts: counted(1, look), retryAt: counted(5, look) } as const,
  }));
  const clock = new FakeClock();
  const started: string[] = [];
  const scheduler = new Scheduler({
    schedule: backgroundSchedule,
    concurrency: { upload: 4, webhook: 4 },
    clock,
    random: () => 0,
    start: (id) => {
      const delivery = all.find((each) => each.id === id);
      if (delivery) scheduler.update({ ...delivery, state: { status: 'running', attempts: 2 } });
      started.push(id);
    },
    onRouteChange: () => undefined,
  });
  for (const delivery of all) scheduler.update(delivery);
  looks = 0;
  scheduler.start();
  await settled();
  expect(started).toEqual(all.slice(0, 4).map(({ id }) => id));
  expect(clock.pending).toBe(0);
  // Its time and its attempts, each compared with another's, and the earliest of all.
  expect(looks).toBeLessThanOrEqual(started.length * all.length * 5);
});
