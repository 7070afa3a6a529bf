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
const elsewhere = places('elsewhere.pdf').map((place) => ({ ...place, target: 'other' }));

describe('delays', () => {
  test.each([
    ['upload', [2, 5, 15, 60, 300, 300, 300]],
    ['webhook', [5, 30, 120, 300, 600, null]],
  ] as const)('of the window after each try of an %s', (kind, seconds) => {
    const delays = seconds.map((_, index) => delayAfter(backgroundSchedule[kind], index + 1, 0));
    expect(delays).toEqual(seconds.map((second) => (second === null ? null : second * 1000)));
  });

  test('of the command line end soon', () => {
    const delays = [1, 2, 3, 4].map((tries) => delayAfter(interactiveSchedule.upload, tries, 0));
    expect(delays).toEqual([2000, 5000, 15_000, null]);
  });

  test('are what the other side asks for, an hour at most, and never shorter', () => {
    expect(delayAfter(backgroundSchedule.upload, 1, 0, 40_000)).toBe(40_000);
    expect(delayAfter(backgroundSchedule.upload, 1, 0, 1e9)).toBe(3_600_000);
    expect(delayAfter(backgroundSchedule.upload, 5, 0, 0)).toBe(300_000);
    expect(delayAfter(backgroundSchedule.webhook, 2, 0, 1000)).toBe(30_000);
    expect(delayAfter(backgroundSchedule.upload, 1, 1, 40_000)).toBe(48_000);
  });

  test('of the command line are a minute at most, whatever is asked for', () => {
    expect(delayAfter(interactiveSchedule.webhook, 1, 0, 60_000)).toBe(60_000);
    expect(delayAfter(interactiveSchedule.webhook, 1, 0, 60_001)).toBeNull();
  });
});

describe('an upload that is interrupted', () => {
  test('is tried again by itself, later each time, for ever', async () => {
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
      await clock.pass(seconds * 1000 - 1);
      expect(uploads).toEqual([]);
      await clock.pass(1);
    }
    await (await next()).succeed();
    expect(outbox.row(id)).toMatchObject({ status: 'delivered', attempts: 8 });
  });

  test('waits as long as the other side asks, unless the person has it tried now', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await (await next()).fail('delivery-interrupted', 90_000);
    // New work does not shorten what was asked for.
    await send({ uploads: places('b.pdf') });
    await clock.pass(89_999);
    expect(uploads).toEqual([]);
    outbox.retry([id]);
    expect((await next()).upload.place.key).toBe('a.pdf');
  });

  test('is not tried again and again by a server that asks for no wait', async () => {
    const { outbox, clock, send, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    let tries = 0;
    for (let second = 0; second < 60; second += 1) {
      for (const begun of uploads.splice(0)) {
        tries += 1;
        await begun.fail('delivery-interrupted', 0);
      }
      await clock.pass(1000);
    }
    // At once, and after 2, 5 and 15 seconds.
    expect(tries).toBe(4);
  });
});

describe('a thousand uploads to a place that is down', () => {
  test('send one at a time to try it, and hold up no other place', async () => {
    const { outbox, clock, send, next, uploads, statuses } = testOutbox();
    outbox.start();
    await send({ uploads: many });
    expect(uploads).toHaveLength(4);
    for (let index = 0; index < 4; index += 1) await (await next()).fail('delivery-interrupted');
    expect(uploads).toEqual([]);
    let tries = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      await clock.pass(60_000);
      for (const begun of uploads.splice(0)) {
        tries += 1;
        await begun.fail('delivery-interrupted');
      }
    }
    expect(tries).toBeLessThan(20);
    expect(new Set(statuses())).toEqual(new Set(['waiting']));
    await send({ uploads: elsewhere });
    expect((await next()).upload.place.key).toBe('elsewhere.pdf');
  });

  test('all say when it is tried again, and why they wait', async () => {
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

  test('all go out when it answers, a refusal being an answer', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: many });
    for (const begun of uploads.splice(0)) await begun.fail('delivery-interrupted');
    await clock.pass(2000);
    expect(uploads).toHaveLength(1);
    // One that was not tried before: one that breaks each time may not hold up the others.
    const probe = await next();
    expect(probe.upload.place.key).toBe('4.pdf');
    await probe.fail('object-exists');
    expect(uploads).toHaveLength(4);
  });

  test('have it tried soon when there is new work, but not for each', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    for (const seconds of [2, 5, 15, 60]) {
      await (await next()).fail('delivery-interrupted');
      await clock.pass(seconds * 1000);
    }
    await (await next()).fail('delivery-interrupted');
    for (const place of many.slice(0, 100)) await send({ uploads: [place] });
    expect(uploads).toEqual([]);
    await clock.pass(2000);
    expect(uploads).toHaveLength(1);
  });

  test('have it tried soon once, however long it is down', async () => {
    const { outbox, clock, send, next, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    for (const seconds of [2, 5, 15, 60]) {
      await (await next()).fail('delivery-interrupted');
      await clock.pass(seconds * 1000);
    }
    await (await next()).fail('delivery-interrupted');
    await send({ uploads: places('b.pdf') });
    await clock.pass(2000);
    await (await next()).fail('delivery-interrupted');
    await send({ uploads: places('c.pdf') });
    await clock.pass(299_999);
    expect(uploads).toEqual([]);
    await clock.pass(1);
    expect(uploads).toHaveLength(1);
  });

  test.each(['removed', 'tried anew'])(
    'are not held up by one that is %s while it tries',
    async (how) => {
      const { outbox, clock, send, next } = testOutbox({ concurrency: { upload: 2, webhook: 1 } });
      outbox.start();
      const ids = await send({ uploads: places('a.pdf') });
      await (await next()).fail('delivery-interrupted');
      await send({ uploads: places('b.pdf') });
      await clock.pass(2000);
      const probe = await next();
      expect(probe.upload.place.key).toBe('b.pdf');
      if (how === 'removed') outbox.remove([probe.upload.id]);
      else outbox.retry(ids);
      expect((await next()).upload.place.key).toBe('a.pdf');
    },
  );

  test('do not forget one that was canceled while it tried', async () => {
    const { outbox, clock, send, next } = testOutbox({ concurrency: { upload: 1, webhook: 1 } });
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf') });
    await (await next()).fail('delivery-interrupted');
    await clock.pass(2000);
    await next();
    outbox.cancel(ids.slice(1));
    await settled();
    expect((await next()).upload.place.key).toBe('a.pdf');
  });
});

describe('places', () => {
  test('share the turns', async () => {
    const { outbox, send, uploads } = testOutbox();
    outbox.start();
    await send({ uploads: [...many.slice(0, 50), ...elsewhere] });
    expect(uploads.map(({ upload }) => upload.place.key)).toEqual([
      '0.pdf',
      'elsewhere.pdf',
      '1.pdf',
      '2.pdf',
    ]);
  });
});

describe('a message that is interrupted', () => {
  test('is tried again at its own times, with the same id and words, and then given up', async () => {
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
      await clock.pass(seconds * 1000);
    }
    await (await nextPost()).fail('delivery-interrupted');
    expect(bodies.size).toBe(1);
    expect(outbox.row(id)).toMatchObject({ status: 'failed', attempts: 6, to: 'hooks.test' });
    await clock.pass(1e9);
    outbox.retry([id]);
    await (await nextPost()).fail('delivery-interrupted');
    expect(outbox.row(id)).toMatchObject({ status: 'waiting', attempts: 1 });
  });

  test('leaves the others of its receiver to be sent one at a time, each at its times', async () => {
    const { outbox, clock, send, nextPost, posts } = testOutbox();
    outbox.start();
    for (let index = 0; index < 20; index += 1) await send({ webhook });
    expect(posts).toHaveLength(8);
    for (const begun of posts.splice(0)) await begun.fail('delivery-interrupted');
    expect(posts).toHaveLength(1);
    for (let index = 0; index < 12; index += 1)
      await (await nextPost()).fail('delivery-interrupted');
    expect(posts).toEqual([]);
    await clock.pass(5000);
    await (await nextPost()).arrive();
    expect(posts).toHaveLength(8);
  });
});
