import { describe, expect, it, vi } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { MissingSecret } from '../../../../electron/main/network/delivery-failure.js';
import type { DeliveryInput } from '../../../../electron/main/outbox/delivery-sink.js';
import {
  DirectSink,
  type DirectSinkOptions,
} from '../../../../electron/main/outbox/direct-sink.js';
import {
  literal,
  message as catalogMessage,
} from '../../../../electron/shared/messages/message.js';
import { FakeClock, settled } from './support/fake-clock.js';
import { access, pdf, places, webhook } from './support/test-outbox.js';

type Upload = DirectSinkOptions['upload'];

const interrupted = async () =>
  Promise.reject(new DeliveryFailure('delivery-interrupted', literal('It broke off.')));
const arrive: Upload = async ({ place }, hooks) => {
  await hooks.beforeSending({ key: place.key });
  return { kind: 'uploaded', place, url: `https://papers.test/${place.key}` };
};

function testSink(change: Partial<DirectSinkOptions> = {}) {
  const clock = new FakeClock();
  const pdfs = new Set<string>();
  const retries: number[] = [];
  const sendWebhook = vi.fn<DirectSinkOptions['sendWebhook']>(async () => Promise.resolve());
  const abortUpload = vi.fn<DirectSinkOptions['abortUpload']>(async () => Promise.resolve());
  const sink = new DirectSink({
    pdfs: {
      keep: async (id) => {
        pdfs.add(id);
        return Promise.resolve(`/kept/${id}.pdf`);
      },
      remove: async (id) => {
        pdfs.delete(id);
        return Promise.resolve();
      },
      pathOf: (id) => `/kept/${id}.pdf`,
    },
    upload: arrive,
    abortUpload,
    sendWebhook,
    accessTo: async () => Promise.resolve(access),
    onProgress: () => undefined,
    onRetry: (_delivery, _error, delayMs) => retries.push(delayMs),
    log: () => undefined,
    clock,
    random: () => 0,
    ...change,
  });
  const send = async (input: Partial<DeliveryInput>) => {
    const ids = await sink.stage({ job: 'job', pdf, uploads: [], ...input });
    await sink.release(ids);
    await settled();
    return ids;
  };
  const states = (ids: readonly string[]) => ids.map((id) => sink.get(id)?.state);
  return { sink, clock, pdfs, abortUpload, retries, sendWebhook, send, states };
}

describe('a delivery that is staged', () => {
  it('is not sent before it is released', async () => {
    const upload = vi.fn(arrive);
    const { sink, pdfs, states } = testSink({ upload });
    const ids = await sink.stage({ job: 'job', pdf, uploads: places('a.pdf') });
    const result = sink.result(ids[0] ?? '');
    await settled();
    expect(upload).not.toHaveBeenCalled();
    expect(pdfs.size).toBe(1);
    await sink.release(ids);
    expect((await result)?.state.status).toBe('delivered');
    expect(states(ids)).toMatchObject([{ receipt: { url: 'https://papers.test/a.pdf' } }]);
    expect(pdfs.size).toBe(0);
  });

  it('is discarded with its PDF', async () => {
    const { sink, pdfs } = testSink();
    const ids = await sink.stage({ job: 'job', pdf, uploads: places('a.pdf'), webhook });
    const result = sink.result(ids[0] ?? '');
    await sink.discard(ids);
    await sink.release(ids);
    expect(pdfs.size).toBe(0);
    expect(await result).toBeUndefined();
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
    const { sink, clock, pdfs, abortUpload, retries, send } = testSink({ upload });
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await clock.advance(7_000);
    expect(abortUpload).not.toHaveBeenCalled();
    await clock.advance(15_000);
    expect((await sink.result(id))?.state).toMatchObject({
      status: 'failed',
      attempts: 4,
      error: { code: 'delivery-interrupted', message: literal('It broke off.') },
    });
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
    const { send, states } = testSink({ upload });
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
    const { clock, send, states } = testSink({ upload });
    const ids = await send({ uploads: many });
    expect(states(await send({ uploads: elsewhere }))).toMatchObject([{ status: 'delivered' }]);
    await clock.advance(22_000);
    expect(new Set(states(ids).map((state) => state?.status))).toEqual(new Set(['failed']));
  });

  it('does not use up the attempts of later ones', async () => {
    const upload = vi.fn<Upload>(interrupted);
    const { clock, send, states } = testSink({ upload });
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
  const { send, states, retries } = testSink({ accessTo });
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
  const { send, sendWebhook } = testSink({ upload });
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
  const onRouteFailed = vi.fn();
  const { sink, send, states } = testSink({ upload, onRouteFailed });
  const first = await send({ uploads: places('a.pdf') });
  const second = await send({ uploads: places('b.pdf') });
  const elsewhere = places('c.pdf').map((place) => ({ ...place, target: 'other' }));
  const other = await send({ uploads: elsewhere });
  expect(states([...first, ...second, ...other])).toMatchObject(
    ['a', 'b', 'c'].map(() => ({ status: 'failed', error: { code: 'delivery-refused' } })),
  );
  expect(upload.mock.calls.map(([{ place }]) => place.key)).toEqual(['a.pdf', 'c.pdf']);
  expect(onRouteFailed).toHaveBeenCalledTimes(2);
  const [delivery] = second.map((id) => sink.get(id));
  expect(delivery && sink.failureOfRoute(delivery)).toMatchObject({ code: 'delivery-refused' });
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
  const { sink, send } = testSink({ upload });
  const [place] = places('a.pdf');
  if (!place) throw new Error('There is no such destination.');
  const ids = await send({ uploads: [place, { ...place, target: 'papers again' }] });
  for (const id of ids) expect((await sink.result(id))?.state.status).toBe('delivered');
});

it('aborts running deliveries when it is stopped, and starts none afterwards', async () => {
  const upload = vi.fn<Upload>(
    async (_upload, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const { sink, send, sendWebhook, states, pdfs, clock } = testSink({ upload });
  const ids = await send({ uploads: places('a.pdf'), webhook });
  await sink.stop();
  expect(states(ids)).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
  expect(upload).toHaveBeenCalledTimes(1);
  expect(sendWebhook).not.toHaveBeenCalled();
  expect(pdfs.size).toBe(1);
  expect(clock.pending).toBe(0);
});
