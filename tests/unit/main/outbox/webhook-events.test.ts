import { describe, expect, test } from 'vitest';
import { redactedError } from '../../../../electron/main/outbox/webhook-message.js';
import type { AppErrorCode } from '../../../../electron/shared/errors.js';
import { settled } from './support/fake-clock.js';
import { type BegunPost, places, testOutbox, webhook } from './support/test-outbox.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const told = ({ post }: BegunPost) => JSON.parse(post.body) as unknown;

const completed = {
  type: 'pdf.completed',
  data: {
    url: 'https://papers.test/a.pdf',
    file: { name: 'a.pdf', size: 7 },
    compliance: { hipaa: false, gdpr: false },
  },
};
/**
 * With the sentence that third parties are told:
 * tests/unit/main/delivery/webhook/webhook-message.test.ts.
 */
const failed = (code: AppErrorCode) => ({
  type: 'pdf.failed',
  data: {
    error: {
      code,
      message: redactedError({ code, message: literal('Our own words.') }, false).message,
    },
    compliance: { hipaa: false, gdpr: false },
  },
});

describe('a message', () => {
  test('of a job without uploads goes out at once, without an address', async () => {
    const { outbox, clock, send, nextPost } = testOutbox();
    outbox.start();
    await send({ webhook });
    const begun = await nextPost();
    expect(told(begun)).toEqual({
      type: 'pdf.completed',
      timestamp: new Date(clock.now()).toISOString(),
      data: { file: { name: 'a.pdf', size: 7 }, compliance: { hipaa: false, gdpr: false } },
    });
    await begun.arrive();
    expect(outbox.rows).toEqual([
      expect.objectContaining({ kind: 'webhook', status: 'delivered', attempts: 1 }),
    ]);
  });

  test('of a job that failed tells its error, with no more than code and a fixed sentence', async () => {
    const { outbox, send, nextPost } = testOutbox();
    outbox.start();
    const error = { code: 'timed-out', message: literal('It took too long.'), fields: [] } as const;
    const compliance = { gdpr: true, hipaa: true };
    await send({ compliance, webhook: { ...webhook, outcome: { kind: 'failed', error } } });
    const begun = await nextPost();
    expect(told(begun)).toMatchObject({
      type: 'pdf.failed',
      data: { error: failed('timed-out').data.error, compliance },
    });
    expect(begun.post.body).not.toContain('fields');
    expect(begun.post.encryptedOnly).toBe(true);
  });

  test('waits for all uploads and tells what became of the first', async () => {
    const { outbox, clock, send, next, nextPost, posts } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [first, second] = [await next(), await next()];
    await first.succeed();
    await clock.pass(60_000);
    expect(posts).toEqual([]);
    expect(outbox.rows[2]).toMatchObject({ status: 'waiting', attempts: 0 });
    await second.fail('delivery-refused');
    expect(told(await nextPost())).toMatchObject(completed);
  });

  test.each([
    ['delivery-refused', failed('delivery-refused')],
    ['object-exists', failed('object-exists')],
  ] as const)('tells that the upload failed with %s', async (code, expected) => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail(code);
    expect(told(await nextPost())).toMatchObject(expected);
  });

  test('tells of a skipped upload where the PDF is', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf'), webhook });
    await (await next()).succeed({ kind: 'skipped' });
    expect(told(await nextPost())).toMatchObject(completed);
  });

  test('tells that the person canceled the upload', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf'), webhook });
    await next();
    outbox.cancel(ids.slice(0, 1));
    expect(told(await nextPost())).toMatchObject(failed('canceled'));
  });

  test('tells that the person took the upload off the list before it was done', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf'), webhook });
    await next();
    outbox.remove(ids.slice(0, 1));
    expect(told(await nextPost())).toMatchObject(failed('canceled'));
  });

  test('knows of a delivered upload that was taken off the list while it waits for another', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [first, second] = [await next(), await next()];
    await first.succeed();
    outbox.remove(ids.slice(0, 1));
    await second.succeed();
    expect(told(await nextPost())).toMatchObject(completed);
  });

  test('is not sent once the person has canceled it', async () => {
    const { outbox, send, next, posts } = testOutbox();
    outbox.start();
    const [upload = '', message = ''] = await send({ uploads: places('a.pdf'), webhook });
    outbox.cancel([message]);
    await (await next()).fail('delivery-refused');
    outbox.retry([upload]);
    await (await next()).succeed();
    await settled();
    expect(posts).toEqual([]);
    expect(outbox.row(message)).toMatchObject({ status: 'canceled' });
    outbox.retry([message]);
    await settled();
    expect(posts.map(told)).toMatchObject([failed('delivery-refused')]);
  });
});

describe('an upload that is tried again after its message', () => {
  test('has a new message, with a new id, where its outcome is another one', async () => {
    const { outbox, send, next, nextPost, posts } = testOutbox();
    outbox.start();
    const [upload = '', message = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).arrive();
    outbox.retry([upload]);
    await (await next()).fail('delivery-refused');
    expect(posts).toEqual([]);
    outbox.retry([upload]);
    await (await next()).succeed();
    const again = await nextPost();
    expect(again.post.id).not.toBe(message);
    expect(told(again)).toMatchObject(completed);
    await again.arrive();
    expect(posts).toEqual([]);
    expect(outbox.rows.map(({ id, status }) => [id, status])).toEqual([
      [upload, 'delivered'],
      [message, 'delivered'],
      [again.post.id, 'delivered'],
    ]);
  });

  test('has its message replaced where that was not delivered', async () => {
    const { outbox, clock, files, send, next, nextPost, posts } = testOutbox();
    outbox.start();
    const [upload = '', message = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).fail('delivery-interrupted');
    outbox.retry([upload]);
    await (await next()).succeed();
    await clock.pass(10_000);
    expect(posts.map(told)).toMatchObject([completed]);
    expect([...files.entries.keys()]).toEqual([upload, posts[0]?.post.id]);
    expect(outbox.get(message)).toBeUndefined();
  });

  test('has its message broken off where that is under way', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const [upload = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    const old = await nextPost();
    outbox.retry([upload]);
    await (await next()).succeed();
    expect(old.signal.aborted).toBe(true);
    expect(told(await nextPost())).toMatchObject(completed);
    expect(outbox.rows).toHaveLength(2);
  });

  test('leaves the way to its receiver open where the message that is replaced was trying it', async () => {
    const { outbox, clock, send, next, nextPost } = testOutbox();
    outbox.start();
    const [upload = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).fail('delivery-interrupted');
    await clock.pass(5000);
    const trying = await nextPost();
    outbox.retry([upload]);
    await (await next()).succeed();
    expect(trying.signal.aborted).toBe(true);
    expect(told(await nextPost())).toMatchObject(completed);
  });

  test('keeps its message on the list when that is cleared, until nothing can come any more', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const [upload = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).arrive();
    outbox.remove('ended');
    expect(outbox.rows).toHaveLength(2);
    outbox.retry([upload]);
    await (await next()).succeed();
    await (await nextPost()).arrive();
    outbox.remove('ended');
    expect(outbox.rows).toEqual([]);
  });

  test('has one message, also where a kill came while it was made', async () => {
    const first = testOutbox();
    first.outbox.start();
    const [upload = ''] = await first.send({ uploads: places('a.pdf'), webhook });
    await (await first.next()).fail('delivery-refused');
    await (await first.nextPost()).fail('delivery-interrupted');
    const old = [...first.files.entries.values()];
    first.outbox.retry([upload]);
    await (await first.next()).succeed();
    const made = [...first.files.entries.values()];
    // The new one was written, and the old one not yet removed.
    const remembered = [...old.filter(({ kind }) => kind === 'webhook'), ...made];
    const { outbox, clock, posts } = testOutbox({ deliveries: remembered });
    outbox.start();
    await clock.pass(1e6);
    expect(posts.map(told)).toMatchObject([completed]);
    expect(outbox.rows).toHaveLength(2);
  });
});

describe('at a start', () => {
  test('a message goes out whose uploads had come to rest when the kill came', async () => {
    const first = testOutbox();
    first.outbox.start();
    const ids = await first.send({ uploads: places('a.pdf'), webhook });
    const message = first.files.entries.get(ids[1] ?? '');
    await (await first.next()).succeed();
    const upload = first.files.entries.get(ids[0] ?? '');
    const remembered = [upload, message].filter((entry) => entry !== undefined);
    const { outbox, nextPost } = testOutbox({ deliveries: remembered });
    outbox.start();
    expect(told(await nextPost())).toMatchObject(completed);
  });

  test('a message whose upload was lost does not say that it was delivered', async () => {
    const first = testOutbox();
    const ids = await first.send({ uploads: places('a.pdf'), webhook });
    const remembered = [...first.files.entries.values()].filter(({ id }) => id === ids[1]);
    const { outbox, nextPost } = testOutbox({ deliveries: remembered });
    outbox.start();
    expect(told(await nextPost())).toMatchObject({ type: 'pdf.failed' });
  });
});

test('ten thousand messages of an earlier Platen are seen to in a few looks at each', async () => {
  const first = testOutbox();
  await first.send({ uploads: places('a.pdf'), webhook });
  const upload = [...first.files.entries.values()].find(({ kind }) => kind === 'upload');
  const message = [...first.files.entries.values()].find(({ kind }) => kind === 'webhook');
  if (!upload || message?.kind !== 'webhook') throw new Error('There is nothing to begin with.');
  let looks = 0;
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    ...message,
    get id() {
      looks += 1;
      return `message-${index}`;
    },
    instead: `gone-${index}`,
  }));
  const { outbox, posts } = testOutbox({ deliveries: [upload, ...many] });
  looks = 0;
  outbox.start();
  await settled();
  expect(posts).toEqual([]);
  expect(looks).toBeLessThan(20 * many.length);
});
