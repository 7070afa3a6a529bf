import { describe, expect, test } from 'vitest';
import {
  interactiveSchedule,
  delayAfter,
  backgroundSchedule,
} from '../../../../electron/main/outbox/schedule.js';
import {
  literal,
  message as catalogMessage,
} from '../../../../electron/shared/messages/message.js';
import { places, testOutbox, webhook } from './support/test-outbox.js';
import { settled } from './support/fake-clock.js';

const many = places(...Array.from({ length: 1000 }, (_, index) => `${index}.pdf`));
const elsewhere = places('elsewhere.pdf').map((destination) => ({
  ...destination,
  target: 'other',
}));

describe('delays', () => {
  test.each([
    ['upload in the window', backgroundSchedule.upload, [2, 5, 15, 60, 300, 300, 300]],
    ['webhook in the window', backgroundSchedule.webhook, [5, 30, 120, 300, 600, null]],
    ['upload on the command line', interactiveSchedule.upload, [2, 5, 15, null]],
  ] as const)('after each attempt of an %s', (_kind, schedule, seconds) => {
    const delays = seconds.map((_, index) => delayAfter(schedule, index + 1, 0));
    expect(delays).toEqual(seconds.map((second) => (second === null ? null : second * 1000)));
  });

  test.each([
    ['the requested delay', backgroundSchedule.upload, 1, 0, 40_000, 40_000],
    ['an hour at most', backgroundSchedule.upload, 1, 0, 1e9, 3_600_000],
    ['not less than an upload waits anyway', backgroundSchedule.upload, 5, 0, 0, 300_000],
    ['not less than a webhook waits anyway', backgroundSchedule.webhook, 2, 0, 1000, 30_000],
    ['the requested delay with jitter', backgroundSchedule.upload, 1, 1, 40_000, 48_000],
    ['a minute on the command line', interactiveSchedule.webhook, 1, 0, 60_000, 60_000],
    ['no more than a minute there', interactiveSchedule.webhook, 1, 0, 60_001, null],
  ] as const)(
    'requested by the server: %s',
    (_rule, schedule, attempts, random, asked, expected) => {
      expect(delayAfter(schedule, attempts, random, asked)).toBe(expected);
    },
  );
});

describe('an interrupted upload', () => {
  test('is retried at growing intervals, without a limit', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    let attempts = 0;
    for (const seconds of [2, 5, 15, 60, 300, 300, 300]) {
      await (await next()).fail('delivery-interrupted');
      attempts += 1;
      expect(outbox.row(id)).toMatchObject({
        status: 'waiting',
        attempts,
        retryAt: clock.now() + seconds * 1000,
        error: { code: 'delivery-interrupted' },
      });
      await clock.advance(seconds * 1000 - 1);
      expect(uploads).toEqual([]);
      await clock.advance(1);
    }
    await (await next()).succeed();
    expect(outbox.row(id)).toMatchObject({ status: 'delivered', attempts: 8 });
  });

  test('waits as long as the server requests, unless the user reattempts it', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await (await next()).fail('delivery-interrupted', 90_000);
    // New work does not shorten the requested delay.
    await send({ uploads: places('b.pdf') });
    await clock.advance(89_999);
    expect(uploads).toEqual([]);
    outbox.retry([id]);
    expect((await next()).upload.place.key).toBe('a.pdf');
  });

  test('is not retried in quick succession if the server requests no delay', async () => {
    const { outbox, clock, send, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    let attempts = 0;
    for (let second = 0; second < 60; second += 1) {
      for (const started of uploads.splice(0)) {
        attempts += 1;
        await started.fail('delivery-interrupted', 0);
      }
      await clock.advance(1000);
    }
    // Immediately, and after 2, 5 and 15 seconds.
    expect(attempts).toBe(4);
  });
});

describe('a thousand uploads to an unreachable destination', () => {
  test('probe it one at a time, and block no other destination', async () => {
    const { outbox, clock, send, next, uploads, statuses } = testOutbox();
    outbox.start();
    await send({ uploads: many });
    expect(uploads).toHaveLength(8);
    for (let index = 0; index < 8; index += 1) await (await next()).fail('delivery-interrupted');
    expect(uploads).toEqual([]);
    let attempts = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.advance(60_000);
      for (const started of uploads.splice(0)) {
        attempts += 1;
        await started.fail('delivery-interrupted');
      }
    }
    expect(attempts).toBeLessThan(20);
    expect(new Set(statuses())).toEqual(new Set(['waiting']));
    await send({ uploads: elsewhere });
    expect((await next()).upload.place.key).toBe('elsewhere.pdf');
  });

  test('all show the time of the next attempt, and why they wait', async () => {
    const { outbox, clock, send, next } = testOutbox({ concurrency: { upload: 1, webhook: 1 } });
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf') });
    await (await next()).fail('delivery-interrupted');
    const message = catalogMessage('outbox.sharedOutage', {
      reason: literal('It was delivery-interrupted.'),
    });
    expect(outbox.rows[1]).toMatchObject({
      status: 'waiting',
      attempts: 0,
      retryAt: clock.now() + 2000,
      error: { code: 'delivery-interrupted', message },
    });
  });

  test('all run once it responds, even with a refusal', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: many });
    for (const started of uploads.splice(0)) await started.fail('delivery-interrupted');
    await clock.advance(2000);
    expect(uploads).toHaveLength(1);
    // One that was not tried before: one that always fails must not block the others.
    const probe = await next();
    expect(probe.upload.place.key).toBe('8.pdf');
    await probe.fail('object-exists');
    expect(uploads).toHaveLength(8);
  });

  test('are probed soon when there is new work, once, however much of it comes', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    for (const seconds of [2, 5, 15, 60]) {
      await (await next()).fail('delivery-interrupted');
      await clock.advance(seconds * 1000);
    }
    await (await next()).fail('delivery-interrupted');
    for (const destination of many.slice(0, 100)) await send({ uploads: [destination] });
    expect(uploads).toEqual([]);
    await clock.advance(2000);
    expect(uploads).toHaveLength(1);
    await (await next()).fail('delivery-interrupted');
    await send({ uploads: places('c.pdf') });
    await clock.advance(299_999);
    expect(uploads).toEqual([]);
    await clock.advance(1);
    expect(uploads).toHaveLength(1);
  });

  test.each([
    ['the probe is removed', 2, 'remove', 'b.pdf'],
    ['the probe is canceled', 1, 'cancel', 'b.pdf'],
    ['another one is retried', 2, 'retry', 'a.pdf'],
  ] as const)('are not blocked if %s during a probe', async (_what, upload, action, key) => {
    const { outbox, clock, send, next } = testOutbox({ concurrency: { upload, webhook: 1 } });
    outbox.start();
    const [first = ''] = await send({ uploads: places('a.pdf') });
    await (await next()).fail('delivery-interrupted');
    const [second = ''] = await send({ uploads: places('b.pdf') });
    await clock.advance(2000);
    expect((await next()).upload.place.key).toBe('b.pdf');
    outbox[action]([key === 'a.pdf' ? first : second]);
    await settled();
    expect((await next()).upload.place.key).toBe('a.pdf');
  });
});

describe('destinations', () => {
  test('share the capacity', async () => {
    const { outbox, send, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: [...many.slice(0, 50), ...elsewhere] });
    expect(uploads.map(({ upload }) => upload.place.key)).toEqual([
      '0.pdf',
      'elsewhere.pdf',
      ...['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'],
    ]);
  });
});

describe('an interrupted webhook', () => {
  test('is retried on its own schedule with the same id and body, and then given up', async () => {
    const { outbox, clock, send, nextPost } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ webhook });
    const bodies = new Set<string>();
    for (const seconds of [5, 30, 120, 300, 600]) {
      const { post, fail } = await nextPost();
      expect(post.id).toBe(id);
      bodies.add(post.body);
      await fail('delivery-interrupted');
      expect(outbox.row(id)).toMatchObject({ retryAt: clock.now() + seconds * 1000 });
      await clock.advance(seconds * 1000);
    }
    await (await nextPost()).fail('delivery-interrupted');
    expect(bodies.size).toBe(1);
    expect(outbox.row(id)).toMatchObject({ status: 'failed', attempts: 6, to: 'hooks.test' });
    await clock.advance(1e9);
    outbox.retry([id]);
    await (await nextPost()).fail('delivery-interrupted');
    expect(outbox.row(id)).toMatchObject({ status: 'waiting', attempts: 1 });
  });

  test('leaves others of its receiver to be sent one at a time, each on its schedule', async () => {
    const { outbox, clock, send, nextPost, posts } = testOutbox();
    outbox.start();
    for (let index = 0; index < 20; index += 1) await send({ webhook });
    expect(posts).toHaveLength(8);
    for (const started of posts.splice(0)) await started.fail('delivery-interrupted');
    expect(posts).toHaveLength(1);
    for (let index = 0; index < 12; index += 1)
      await (await nextPost()).fail('delivery-interrupted');
    expect(posts).toEqual([]);
    await clock.advance(5000);
    await (await nextPost()).arrive();
    expect(posts).toHaveLength(8);
  });
});
