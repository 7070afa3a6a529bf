import { describe, expect, test } from 'vitest';
import { redactedError } from '../../../../electron/main/outbox/webhook-message.js';
import type { AppErrorCode } from '../../../../electron/shared/messages/errors.js';
import { settled } from './support/fake-clock.js';
import { type StartedPost, places, testOutbox, webhook } from './support/test-outbox.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const reported = ({ post }: StartedPost) => JSON.parse(post.body) as unknown;

const delivered = (name: string) => ({
  destination: `s3://papers-bucket/${name}`,
  status: 'delivered',
  url: `https://papers.test/${name}`,
  file: { name, size: 7 },
});
const completed = {
  type: 'pdf.completed',
  data: {
    url: 'https://papers.test/a.pdf',
    destinations: [delivered('a.pdf')],
    file: { name: 'a.pdf', size: 7 },
    compliance: { hipaa: false, gdpr: false },
  },
};
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

describe('a webhook', () => {
  test('of a job without uploads is sent immediately, without a URL of the PDF', async () => {
    const { outbox, clock, send, nextPost } = testOutbox();
    outbox.start();
    await send({ webhook });
    const started = await nextPost();
    expect(reported(started)).toEqual({
      type: 'pdf.completed',
      timestamp: new Date(clock.now()).toISOString(),
      data: {
        job: 'job',
        source: 'a.html',
        file: { name: 'a.pdf', size: 7 },
        compliance: { hipaa: false, gdpr: false },
      },
    });
    await started.arrive();
    expect(outbox.rows).toEqual([
      expect.objectContaining({ kind: 'webhook', status: 'delivered', attempts: 1 }),
    ]);
  });

  test('of a failed job contains its error, with only a code and a fixed message', async () => {
    const { outbox, send, nextPost } = testOutbox();
    outbox.start();
    const error = { code: 'timed-out', message: literal('It took too long.'), fields: [] } as const;
    const compliance = { gdpr: true, hipaa: true };
    await send({ compliance, webhook: { ...webhook, outcome: { kind: 'failed', error } } });
    const started = await nextPost();
    expect(reported(started)).toMatchObject({
      type: 'pdf.failed',
      data: { error: failed('timed-out').data.error, compliance },
    });
    expect(started.post.body).not.toContain('fields');
    expect(started.post.encryptedOnly).toBe(true);
  });

  test('waits for all uploads, and reports a failure if one of them failed', async () => {
    const { outbox, clock, send, next, nextPost, posts } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [first, second] = [await next(), await next()];
    await first.succeed();
    await clock.advance(60_000);
    expect(posts).toEqual([]);
    expect(outbox.rows[2]).toMatchObject({ status: 'waiting', attempts: 0 });
    await second.fail('delivery-refused');
    const { error } = failed('delivery-refused').data;
    const refused = { destination: 's3://papers-bucket/b.pdf', status: 'failed', error };
    const report = reported(await nextPost());
    expect(report).toMatchObject({
      type: 'pdf.failed',
      data: { job: 'job', error, file: { name: 'a.pdf' } },
    });
    expect(report).toHaveProperty('data.destinations', [delivered('a.pdf'), refused]);
    expect(posts).toEqual([]);
  });

  test.each([
    ['delivery-refused', failed('delivery-refused')],
    ['object-exists', failed('object-exists')],
  ] as const)('reports that the upload failed with %s', async (code, expected) => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail(code);
    expect(reported(await nextPost())).toMatchObject(expected);
  });

  test('says nothing about an object that an upload was skipped for', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [first, second] = [await next(), await next()];
    await first.succeed({ kind: 'skipped', etag: 'theirs' });
    await second.succeed();
    const report = reported(await nextPost());
    expect(report).toMatchObject({
      type: 'pdf.completed',
      data: { url: 'https://papers.test/b.pdf', file: { name: 'b.pdf', size: 7 } },
    });
    expect(report).toHaveProperty('data.destinations', [
      { destination: 's3://papers-bucket/a.pdf', status: 'skipped' },
      delivered('b.pdf'),
    ]);
  });

  test('reports that the user canceled the upload', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf'), webhook });
    await next();
    outbox.cancel(ids.slice(0, 1));
    expect(reported(await nextPost())).toMatchObject(failed('canceled'));
  });

  test('reports that the user removed the upload from the list before it was done', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf'), webhook });
    await next();
    outbox.remove(ids.slice(0, 1));
    expect(reported(await nextPost())).toMatchObject(failed('canceled'));
  });

  test('reports a delivered upload that was removed from the list while another one was pending', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [first, second] = [await next(), await next()];
    await first.succeed();
    outbox.remove(ids.slice(0, 1));
    await second.succeed();
    const report = reported(await nextPost());
    expect(report).toMatchObject({ type: 'pdf.completed', data: { url: completed.data.url } });
    expect(report).toHaveProperty('data.destinations', [delivered('a.pdf'), delivered('b.pdf')]);
  });

  test('is not sent after the user canceled it', async () => {
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
    expect(posts.map(reported)).toMatchObject([failed('delivery-refused')]);
  });
});

describe('an upload that is retried after its webhook', () => {
  test('has a new webhook with a new id if its outcome differs', async () => {
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
    const retried = await nextPost();
    expect(retried.post.id).not.toBe(message);
    expect(reported(retried)).toMatchObject(completed);
    await retried.arrive();
    expect(posts).toEqual([]);
    expect(outbox.rows.map(({ id, status }) => [id, status])).toEqual([
      [upload, 'delivered'],
      [message, 'delivered'],
      [retried.post.id, 'delivered'],
    ]);
  });

  test('replaces a webhook that was not delivered', async () => {
    const { outbox, clock, files, send, next, nextPost, posts } = testOutbox();
    outbox.start();
    const [upload = '', message = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).fail('delivery-interrupted');
    outbox.retry([upload]);
    await (await next()).succeed();
    await clock.advance(10_000);
    expect(posts.map(reported)).toMatchObject([completed]);
    expect([...files.entries.keys()]).toEqual([upload, posts[0]?.post.id]);
    expect(outbox.get(message)).toBeUndefined();
  });

  test('interrupts a webhook that is being sent', async () => {
    const { outbox, send, next, nextPost } = testOutbox();
    outbox.start();
    const [upload = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    const old = await nextPost();
    outbox.retry([upload]);
    await (await next()).succeed();
    expect(old.signal.aborted).toBe(true);
    expect(reported(await nextPost())).toMatchObject(completed);
    expect(outbox.rows).toHaveLength(2);
  });

  test('keeps the route to its receiver open if the replaced webhook was probing it', async () => {
    const { outbox, clock, send, next, nextPost } = testOutbox();
    outbox.start();
    const [upload = ''] = await send({ uploads: places('a.pdf'), webhook });
    await (await next()).fail('delivery-refused');
    await (await nextPost()).fail('delivery-interrupted');
    await clock.advance(5000);
    const trying = await nextPost();
    outbox.retry([upload]);
    await (await next()).succeed();
    expect(trying.signal.aborted).toBe(true);
    expect(reported(await nextPost())).toMatchObject(completed);
  });

  test('keeps its webhook when the list is cleared, until its outcome is final', async () => {
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

  test('has one webhook, even after a kill while it was created', async () => {
    const first = testOutbox();
    first.outbox.start();
    const [upload = ''] = await first.send({ uploads: places('a.pdf'), webhook });
    await (await first.next()).fail('delivery-refused');
    await (await first.nextPost()).fail('delivery-interrupted');
    const old = [...first.files.entries.values()];
    first.outbox.retry([upload]);
    await (await first.next()).succeed();
    const created = [...first.files.entries.values()];
    // The new one was written, and the old one not yet removed.
    const stored = [...old.filter(({ kind }) => kind === 'webhook'), ...created];
    const { outbox, clock, posts } = testOutbox({ deliveries: stored });
    outbox.start();
    await clock.advance(1e6);
    expect(posts.map(reported)).toMatchObject([completed]);
    expect(outbox.rows).toHaveLength(2);
  });
});

describe('at startup', () => {
  test('a delivered webhook is neither changed nor sent again', async () => {
    const first = testOutbox();
    first.outbox.start();
    await first.send({ uploads: places('a.pdf'), webhook });
    await (await first.next()).succeed();
    await (await first.nextPost()).arrive();
    const stored = [...first.files.entries.values()];
    const { outbox, posts, statuses } = testOutbox({ deliveries: stored });
    outbox.start();
    await settled();
    expect([posts, statuses()]).toEqual([[], ['delivered', 'delivered']]);
  });

  test('an event of several uploads is sent with the same ID and body as before the kill', async () => {
    const first = testOutbox();
    first.outbox.start();
    await first.send({ uploads: places('a.pdf', 'b.pdf'), webhook });
    const [one, other] = [await first.next(), await first.next()];
    await one.fail('delivery-refused');
    await other.succeed();
    const sent = await first.nextPost();
    const { outbox, clock, nextPost, posts } = testOutbox({
      deliveries: [...first.files.entries.values()],
    });
    await clock.advance(5000);
    outbox.start();
    const again = await nextPost();
    expect([again.post.id, again.post.body]).toEqual([sent.post.id, sent.post.body]);
    await again.arrive();
    expect(posts).toEqual([]);
  });

  test('a webhook is sent whose uploads had ended before the kill', async () => {
    const first = testOutbox();
    first.outbox.start();
    const ids = await first.send({ uploads: places('a.pdf'), webhook });
    const message = first.files.entries.get(ids[1] ?? '');
    await (await first.next()).succeed();
    const upload = first.files.entries.get(ids[0] ?? '');
    const stored = [upload, message].filter((entry) => entry !== undefined);
    const { outbox, nextPost } = testOutbox({ deliveries: stored });
    outbox.start();
    expect(reported(await nextPost())).toMatchObject(completed);
  });

  test('a webhook whose upload was lost does not report a delivery', async () => {
    const first = testOutbox();
    const ids = await first.send({ uploads: places('a.pdf'), webhook });
    const stored = [...first.files.entries.values()].filter(({ id }) => id === ids[1]);
    const { outbox, nextPost } = testOutbox({ deliveries: stored });
    outbox.start();
    expect(reported(await nextPost())).toMatchObject({ type: 'pdf.failed' });
  });
});

test('ten thousand webhooks of an earlier version are checked by reading each a few times', async () => {
  const first = testOutbox();
  await first.send({ uploads: places('a.pdf'), webhook });
  const upload = [...first.files.entries.values()].find(({ kind }) => kind === 'upload');
  const message = [...first.files.entries.values()].find(({ kind }) => kind === 'webhook');
  if (!upload || message?.kind !== 'webhook') throw new Error('Nothing is stored.');
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
