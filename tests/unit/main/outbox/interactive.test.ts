import { describe, expect, it, vi } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import type { Delivery } from '../../../../electron/main/outbox/delivery.js';
import type { OutboxOptions } from '../../../../electron/main/outbox/outbox.js';
import { interactiveSchedule } from '../../../../electron/main/outbox/schedule.js';
import {
  literal,
  message as catalogMessage,
} from '../../../../electron/shared/messages/message.js';
import { settled } from './support/fake-clock.js';
import { pdf, places, testOutbox, webhook } from './support/test-outbox.js';

type Upload = OutboxOptions['upload'];

const interrupted = async () =>
  Promise.reject(new DeliveryFailure('delivery-interrupted', literal('It broke off.')));
const arrive: Upload = async ({ place }, hooks) => {
  await hooks.beforeSending({ key: place.key });
  return { kind: 'uploaded', place, url: `https://papers.test/${place.key}` };
};

/** An outbox of a command that waits for the results. */
function interactiveOutbox(change: Partial<OutboxOptions> = {}) {
  const retries: number[] = [];
  const ended: Delivery[] = [];
  const sendWebhook = vi.fn<OutboxOptions['sendWebhook']>(async () => Promise.resolve());
  const abortUpload = vi.fn<OutboxOptions['abortUpload']>(async () => Promise.resolve());
  const test = testOutbox({
    schedule: interactiveSchedule,
    upload: arrive,
    abortUpload,
    sendWebhook,
    onRetry: (_delivery, _error, delayMs) => retries.push(delayMs),
    onEnd: (delivery) => ended.push(delivery),
    ...change,
  });
  test.outbox.start();
  const states = (ids: readonly string[]) => ids.map((id) => test.outbox.get(id)?.state);
  return { ...test, abortUpload, retries, ended, sendWebhook, states };
}

describe('a delivery that is staged', () => {
  it('is not sent before it is released', async () => {
    const upload = vi.fn(arrive);
    const { outbox, pdfs, states, ended } = interactiveOutbox({ upload });
    const ids = await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf') });
    await settled();
    expect(upload).not.toHaveBeenCalled();
    expect(pdfs.size).toBe(1);
    await outbox.release(ids);
    await settled();
    expect(ended.map(({ state }) => state.status)).toEqual(['delivered']);
    expect(states(ids)).toMatchObject([{ receipt: { url: 'https://papers.test/a.pdf' } }]);
    expect(pdfs.size).toBe(0);
  });

  it('is discarded with its PDF', async () => {
    const { outbox, pdfs, ended } = interactiveOutbox();
    const ids = await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf'), webhook });
    await outbox.discard(ids);
    await outbox.release(ids);
    await settled();
    expect(pdfs.size).toBe(0);
    expect(ids.map((id) => outbox.get(id))).toEqual([undefined, undefined]);
    expect(ended).toEqual([]);
  });
});

describe('an upload that is interrupted', () => {
  it('is retried with the upload state of the previous attempt, then fails and keeps its PDF', async () => {
    const seen: unknown[] = [];
    const upload: Upload = async ({ uploadState, place }, hooks) => {
      seen.push(uploadState);
      await hooks.beforeSending({ key: place.key, multipart: 'm-1' });
      return interrupted();
    };
    const { clock, pdfs, abortUpload, retries, send, states } = interactiveOutbox({ upload });
    const ids = await send({ uploads: places('a.pdf') });
    await clock.advance(7_000);
    expect(abortUpload).not.toHaveBeenCalled();
    await clock.advance(15_000);
    expect(states(ids)).toMatchObject([
      {
        status: 'failed',
        attempts: 4,
        error: { code: 'delivery-interrupted', message: literal('It broke off.') },
      },
    ]);
    const previousState = { key: 'a.pdf', multipart: 'm-1' };
    expect(seen).toEqual([undefined, previousState, previousState, previousState]);
    expect(retries).toEqual([2000, 5000, 15_000]);
    expect(pdfs.size).toBe(1);
    expect(abortUpload.mock.calls.map(([, , state]) => state)).toEqual([previousState]);
  });

  it('fails at once if the server asks to wait longer than a minute', async () => {
    const upload = async () =>
      Promise.reject(
        new DeliveryFailure('delivery-interrupted', literal('It is busy.'), {
          retryAfterMs: 90_000,
        }),
      );
    const reason = literal('It is busy.');
    const message = catalogMessage('outbox.waitTooLong', { reason, seconds: 90, limit: 60 });
    const { send, states } = interactiveOutbox({ upload });
    expect(states(await send({ uploads: places('a.pdf') }))).toMatchObject([
      {
        status: 'failed',
        attempts: 1,
        error: { message },
      },
    ]);
  });

  it('fails with all that wait for the same destination, and blocks no other', async () => {
    const many = places(...Array.from({ length: 1000 }, (_, index) => `${index}.pdf`));
    const elsewhere = places('elsewhere.pdf').map((place) => ({ ...place, target: 'other' }));
    const upload: Upload = async (sent, hooks) =>
      sent.place.key === 'elsewhere.pdf' ? arrive(sent, hooks) : interrupted();
    const { clock, send, states } = interactiveOutbox({ upload });
    const ids = await send({ uploads: many });
    expect(states(await send({ uploads: elsewhere }))).toMatchObject([{ status: 'delivered' }]);
    await clock.advance(22_000);
    expect(new Set(states(ids).map((state) => state?.status))).toEqual(new Set(['failed']));
  });

  it('names no private place to those that fail with it', async () => {
    const { clock, send, states } = interactiveOutbox({
      upload: interrupted,
      concurrency: { upload: 1, webhook: 1 },
    });
    const secret = places('secret-1.pdf', 'secret-2.pdf', 'secret-3.pdf', 'secret-4.pdf');
    await send({ compliance: { gdpr: true, hipaa: false }, uploads: secret });
    const others = await send({ uploads: places('a.pdf') });
    await clock.advance(22_000);
    expect(states(others)).toMatchObject([
      { status: 'failed', error: { message: { key: 'outbox.gaveUpPrivate' } } },
    ]);
  });

  it('does not use up the attempts of later ones', async () => {
    const upload = vi.fn<Upload>(interrupted);
    const { clock, send, states } = interactiveOutbox({ upload });
    await send({ uploads: places('a.pdf') });
    await clock.advance(22_000);
    upload.mockImplementation(arrive);
    expect(states(await send({ uploads: places('b.pdf') }))).toMatchObject([
      { status: 'delivered' },
    ]);
  });
});

it('fails immediately if it is refused or its secret is missing', async () => {
  const accessTo = async () => Promise.reject(new MissingSecret(literal('The key is not known.')));
  const { send, states, retries } = interactiveOutbox({ accessTo });
  expect(states(await send({ uploads: places('a.pdf') }))).toMatchObject([
    { status: 'failed', error: { code: 'delivery-refused' } },
  ]);
  expect(retries).toEqual([]);
});

it('sends a webhook after its uploads, with their results', async () => {
  let end: () => void = () => undefined;
  const upload: Upload = async (sent, hooks) => {
    await new Promise<void>((resolve) => (end = resolve));
    return arrive(sent, hooks);
  };
  const { send, sendWebhook } = interactiveOutbox({ upload });
  await send({ uploads: places('a.pdf'), webhook });
  expect(sendWebhook).not.toHaveBeenCalled();
  end();
  await settled();
  const [post] = sendWebhook.mock.calls[0] ?? [];
  expect(JSON.parse(post?.body ?? '')).toMatchObject({
    type: 'pdf.completed',
    data: {
      url: 'https://papers.test/a.pdf',
      destinations: [{ destination: 's3://papers-bucket/a.pdf', status: 'delivered' }],
    },
  });
});

it('sends nothing more to a bucket after an error that every upload would have', async () => {
  const upload = vi.fn<Upload>(async () =>
    Promise.reject(
      new DeliveryFailure('delivery-refused', literal('A wrong key.'), { isLasting: true }),
    ),
  );
  const onRefusal = vi.fn();
  const { outbox, send, states } = interactiveOutbox({ upload, onRefusal });
  const first = await send({ uploads: places('a.pdf') });
  const second = await send({ uploads: places('b.pdf') });
  const elsewhere = places('c.pdf').map((place) => ({ ...place, target: 'other' }));
  const other = await send({ uploads: elsewhere });
  expect(states([...first, ...second, ...other])).toMatchObject(
    ['a', 'b', 'c'].map(() => ({ status: 'failed', error: { code: 'delivery-refused' } })),
  );
  expect(upload.mock.calls.map(([{ place }]) => place.key)).toEqual(['a.pdf', 'c.pdf']);
  expect(onRefusal).toHaveBeenCalledTimes(2);
  const [delivery] = second.map((id) => outbox.get(id));
  expect(delivery && outbox.refusalOf(delivery)).toMatchObject({ code: 'delivery-refused' });
});

it('never runs two uploads to one key at the same time', async () => {
  let running = 0;
  const upload: Upload = async (sent, hooks) => {
    running += 1;
    expect(running).toBe(1);
    await settled();
    running -= 1;
    return arrive(sent, hooks);
  };
  const { send, ended } = interactiveOutbox({ upload });
  const [place] = places('a.pdf');
  if (!place) throw new Error('There is no such destination.');
  await send({ uploads: [place, { ...place, target: 'papers again' }] });
  await settled();
  await settled();
  expect(ended.map(({ state }) => state.status)).toEqual(['delivered', 'delivered']);
});

it('aborts what is canceled before it is stopped, keeps the PDF, and starts nothing afterwards', async () => {
  const upload = vi.fn<Upload>(
    async (_upload, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const { outbox, send, sendWebhook, states, pdfs, clock } = interactiveOutbox({ upload });
  const ids = await send({ uploads: places('a.pdf'), webhook });
  outbox.cancel(ids);
  await outbox.stop();
  expect(states(ids)).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  expect(upload).toHaveBeenCalledTimes(1);
  expect(sendWebhook).not.toHaveBeenCalled();
  expect(pdfs.size).toBe(1);
  expect(clock.pending).toBe(0);
});
