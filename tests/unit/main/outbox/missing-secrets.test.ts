import { describe, expect, it, vi } from 'vitest';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import type { OutboxOptions } from '../../../../electron/main/outbox/outbox.js';
import { AppError } from '../../../../electron/shared/errors.js';
import { settled } from './support/fake-clock.js';
import { access, places, testOutbox, webhook } from './support/test-outbox.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const day = 24 * 60 * 60 * 1000;
const sentence = 'The secret key of papers is not known.';
const error = new MissingSecret(literal(sentence)).toData();

/**
 * Access to a bucket, and the sending of messages, that lack their secrets until a test gives them.
 */
function lacking() {
  const known = { key: false, secret: false };
  const accessTo = vi.fn<OutboxOptions['accessTo']>(async () =>
    known.key ? Promise.resolve(access) : Promise.reject(new MissingSecret(literal(sentence))),
  );
  const sent: string[] = [];
  const sendWebhook = vi.fn<OutboxOptions['sendWebhook']>(async ({ id }) => {
    if (!known.secret) throw new MissingSecret(literal('The signing secret is not known.'));
    sent.push(id);
    return Promise.resolve();
  });
  return { known, accessTo, sendWebhook, sent };
}

describe('an upload without its key', () => {
  it('waits, whatever time passes, and goes on by itself once the key is there', async () => {
    const { known, accessTo } = lacking();
    const { outbox, clock, send, next, files } = testOutbox({ accessTo });
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    expect(outbox.rows).toMatchObject([{ status: 'waiting', attempts: 0, error }]);
    expect(files.entries.get(id)?.state).toMatchObject({ status: 'waiting', error });
    await clock.pass(day);
    expect(accessTo).toHaveBeenCalledTimes(1);
    known.key = true;
    outbox.secretsChanged();
    await (await next()).succeed();
    expect(outbox.rows).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('waits on when another secret has changed', async () => {
    const { accessTo } = lacking();
    const { outbox, send } = testOutbox({ accessTo });
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf') });
    outbox.secretsChanged();
    await settled();
    expect(accessTo).toHaveBeenCalledTimes(4);
    expect(outbox.rows).toMatchObject([
      { status: 'waiting', attempts: 0, error },
      { status: 'waiting', attempts: 0, error },
    ]);
  });

  it('is tried at once if the key came while it was looked for', async () => {
    const { known, accessTo } = lacking();
    let deny: () => void = () => undefined;
    accessTo.mockImplementationOnce(
      async () =>
        new Promise((_resolve, reject) => (deny = () => reject(new MissingSecret(literal(''))))),
    );
    const { outbox, send, next } = testOutbox({ accessTo });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    known.key = true;
    outbox.secretsChanged();
    deny();
    await (await next()).succeed();
    expect(outbox.rows).toMatchObject([{ status: 'delivered' }]);
  });

  it('is tried at the next start, and waits again where the key is still missing', async () => {
    const { known, accessTo } = lacking();
    const first = testOutbox({ accessTo });
    first.outbox.start();
    await first.send({ uploads: places('a.pdf') });
    const remembered = () => [...first.files.entries.values()];
    const second = testOutbox({ accessTo, deliveries: remembered() });
    expect(second.outbox.rows).toMatchObject([{ status: 'waiting', error }]);
    second.outbox.start();
    await settled();
    expect(second.outbox.rows).toMatchObject([{ status: 'waiting', error }]);
    known.key = true;
    const third = testOutbox({ accessTo, deliveries: remembered() });
    third.outbox.start();
    await (await third.next()).succeed();
    expect(third.outbox.rows).toMatchObject([{ status: 'delivered' }]);
  });

  it('that an earlier version took for failed waits, too; one that failed for another reason stays failed', async () => {
    const { accessTo } = lacking();
    const first = testOutbox({ accessTo });
    await first.send({ uploads: places('a.pdf', 'b.pdf') });
    const wrong = new AppError('delivery-refused', literal('The bucket is gone.')).toData();
    const [one, other] = [...first.files.entries.values()];
    if (!one || !other) throw new Error('Nothing is remembered.');
    const failed = (reason: typeof error) => ({
      state: { status: 'failed', attempts: 1, error: reason } as const,
    });
    const remembered = [
      { ...one, ...failed(error) },
      { ...other, ...failed(wrong) },
    ];
    const { outbox } = testOutbox({ accessTo, deliveries: remembered });
    outbox.start();
    await settled();
    expect(outbox.rows).toMatchObject([
      { status: 'waiting', error },
      { status: 'failed', error: wrong },
    ]);
  });

  it('fails if its target is removed meanwhile', async () => {
    const { accessTo } = lacking();
    const { outbox, send, statuses } = testOutbox({ accessTo });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    accessTo.mockRejectedValue(new AppError('delivery-refused', literal('The target is gone.')));
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['failed']);
  });

  it('can be canceled, and is not tried after that', async () => {
    const { known, accessTo } = lacking();
    const { outbox, send, statuses, uploads } = testOutbox({ accessTo });
    outbox.start();
    outbox.cancel(await send({ uploads: places('a.pdf') }));
    known.key = true;
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['canceled']);
    expect(uploads).toEqual([]);
  });

  it('holds up no upload to another target', async () => {
    const { accessTo } = lacking();
    accessTo.mockImplementation(async (target) =>
      target === 'papers'
        ? Promise.reject(new MissingSecret(literal(sentence)))
        : Promise.resolve(access),
    );
    const { outbox, send, next, statuses } = testOutbox({ accessTo });
    outbox.start();
    await send({
      uploads: [...places('a.pdf'), ...places('b.pdf').map((place) => ({ ...place, target: 'x' }))],
    });
    await (await next()).succeed();
    expect(statuses()).toEqual(['waiting', 'delivered']);
  });

  it('has its webhook wait with it', async () => {
    const { known, accessTo } = lacking();
    const { outbox, posts, send, next, nextPost } = testOutbox({ accessTo });
    outbox.start();
    await send({ uploads: places('a.pdf'), webhook });
    expect(posts).toEqual([]);
    known.key = true;
    outbox.secretsChanged();
    await (await next()).succeed();
    expect(JSON.parse((await nextPost()).post.body)).toMatchObject({ type: 'pdf.completed' });
  });
});

describe('a webhook without its signing secret', () => {
  it('waits, and is sent once when the secret is there', async () => {
    const { known, sendWebhook, sent } = lacking();
    const { outbox, clock, send, statuses } = testOutbox({ sendWebhook });
    outbox.start();
    const ids = await send({ webhook });
    await clock.pass(day);
    expect(statuses()).toEqual(['waiting']);
    expect(sendWebhook).toHaveBeenCalledTimes(1);
    known.secret = true;
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['delivered']);
    expect(sent).toEqual(ids);
  });
});
