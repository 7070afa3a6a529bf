import { describe, expect, it, vi } from 'vitest';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import type { OutboxOptions } from '../../../../electron/main/outbox/outbox.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { settled } from './support/fake-clock.js';
import { access, places, testOutbox, webhook } from './support/test-outbox.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const day = 24 * 60 * 60 * 1000;
const message = 'The secret key of papers is not known.';
const error = new MissingSecret(literal(message)).toData();

/** Bucket access and webhooks that lack their secrets until a test provides them. */
function missingKey() {
  const known = { key: false, secret: false };
  const accessTo = vi.fn<OutboxOptions['accessTo']>(async () =>
    known.key ? Promise.resolve(access) : Promise.reject(new MissingSecret(literal(message))),
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
  it('waits indefinitely, and continues once the key is entered', async () => {
    const { known, accessTo } = missingKey();
    const { outbox, clock, send, next, files } = testOutbox({ accessTo });
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    expect(outbox.rows).toMatchObject([{ status: 'waiting', attempts: 0, error }]);
    expect(files.entries.get(id)?.state).toMatchObject({ status: 'waiting', error });
    await clock.advance(day);
    expect(accessTo).toHaveBeenCalledTimes(1);
    known.key = true;
    outbox.secretsChanged();
    await (await next()).succeed();
    expect(outbox.rows).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('keeps waiting when another secret changes', async () => {
    const { accessTo } = missingKey();
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

  it('is retried immediately if the key was entered during the lookup', async () => {
    const { known, accessTo } = missingKey();
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

  it('is retried at the next start, and waits again if the key is still missing', async () => {
    const { known, accessTo } = missingKey();
    const first = testOutbox({ accessTo });
    first.outbox.start();
    await first.send({ uploads: places('a.pdf') });
    const stored = () => [...first.files.entries.values()];
    const second = testOutbox({ accessTo, deliveries: stored() });
    expect(second.outbox.rows).toMatchObject([{ status: 'waiting', error }]);
    second.outbox.start();
    await settled();
    expect(second.outbox.rows).toMatchObject([{ status: 'waiting', error }]);
    known.key = true;
    const third = testOutbox({ accessTo, deliveries: stored() });
    third.outbox.start();
    await (await third.next()).succeed();
    expect(third.outbox.rows).toMatchObject([{ status: 'delivered' }]);
  });

  it('fails if its destination is removed while it waits', async () => {
    const { accessTo } = missingKey();
    const { outbox, send, statuses } = testOutbox({ accessTo });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    accessTo.mockRejectedValue(new AppError('delivery-refused', literal('The target is gone.')));
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['failed']);
  });

  it('can be canceled, and is not retried afterwards', async () => {
    const { known, accessTo } = missingKey();
    const { outbox, send, statuses, uploads } = testOutbox({ accessTo });
    outbox.start();
    outbox.cancel(await send({ uploads: places('a.pdf') }));
    known.key = true;
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['canceled']);
    expect(uploads).toEqual([]);
  });

  it('does not block uploads to other destinations', async () => {
    const { accessTo } = missingKey();
    accessTo.mockImplementation(async (target) =>
      target === 'papers'
        ? Promise.reject(new MissingSecret(literal(message)))
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

  it('delays its webhook', async () => {
    const { known, accessTo } = missingKey();
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
  it('waits, and is sent once the secret is entered', async () => {
    const { known, sendWebhook, sent } = missingKey();
    const { outbox, clock, send, statuses } = testOutbox({ sendWebhook });
    outbox.start();
    const ids = await send({ webhook });
    await clock.advance(day);
    expect(statuses()).toEqual(['waiting']);
    expect(sendWebhook).toHaveBeenCalledTimes(1);
    known.secret = true;
    outbox.secretsChanged();
    await settled();
    expect(statuses()).toEqual(['delivered']);
    expect(sent).toEqual(ids);
  });
});
