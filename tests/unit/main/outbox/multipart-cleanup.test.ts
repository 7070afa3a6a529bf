import { describe, expect, test, vi } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';
import { settled } from './support/fake-clock.js';
import { places, testOutbox } from './support/test-outbox.js';

const place = { bucket: 'papers-bucket', key: 'a-2.pdf' };
const uploadState = { key: 'a-2.pdf', multipart: 'm-1' };
const partsLeft = message('outbox.partsLeft', {
  reason: literal('The server does not answer.'),
});

/**
 * Returns an outbox with an upload that has parts on the server, which are aborted when the test
 * says so.
 */
async function withParts(compliance = { gdpr: false, hipaa: false }) {
  let isDown = true;
  const abortUpload = vi.fn(async () => {
    await Promise.resolve();
    if (isDown)
      throw new DeliveryFailure('delivery-interrupted', literal('The server does not answer.'));
  });
  const test = testOutbox({ abortUpload });
  test.outbox.start();
  const [id = ''] = await test.send({ uploads: places('a.pdf'), compliance });
  const trying = await test.next();
  await trying.hooks.beforeSending(uploadState);
  return { ...test, id, trying, abortUpload, recover: () => (isDown = false) };
}

test('a stop waits until multipart uploads are aborted, and persists that', async () => {
  let aborted: () => void = () => undefined;
  const abortUpload = vi.fn(async () => new Promise<void>((resolve) => (aborted = resolve)));
  const { outbox, send, next, files } = testOutbox({ abortUpload });
  outbox.start();
  const [id = ''] = await send({ uploads: places('a.pdf') });
  const trying = await next();
  await trying.hooks.beforeSending(uploadState);
  await trying.fail('delivery-interrupted');
  outbox.cancel([id]);
  await settled();
  let isStopped = false;
  const stopping = outbox.stop().then(() => (isStopped = true));
  await settled();
  expect(isStopped).toBe(false);
  aborted();
  await stopping;
  const left = { status: 'canceled', attempts: 1, uploadState: { key: 'a-2.pdf' } };
  expect(files.entries.get(id)?.state).toEqual(left);
});

describe('the parts of a canceled upload', () => {
  test('are removed while it waits', async () => {
    const { outbox, id, trying, abortUpload, recover, files } = await withParts();
    recover();
    await trying.fail('delivery-interrupted');
    outbox.cancel([id]);
    await settled();
    const signal = expect.any(AbortSignal) as AbortSignal;
    const access = expect.objectContaining({ name: 'papers' }) as unknown;
    expect(abortUpload.mock.calls).toEqual([[access, place, uploadState, signal]]);
    const left = { status: 'canceled', attempts: 1, uploadState: { key: 'a-2.pdf' } };
    expect(files.entries.get(id)?.state).toEqual(left);
    outbox.remove([id]);
    await settled();
    expect(abortUpload).toHaveBeenCalledTimes(1);
  });

  test('are removed while it runs, as its attempt may have been interrupted before', async () => {
    const { outbox, id, abortUpload, recover, files } = await withParts();
    recover();
    outbox.cancel([id]);
    await settled();
    expect(abortUpload).toHaveBeenCalledTimes(1);
    const left = { status: 'canceled', attempts: 1, uploadState: { key: 'a-2.pdf' } };
    expect(files.entries.get(id)?.state).toEqual(left);
  });

  test.each(['waits', 'is under way'])(
    'are remembered while it %s if they cannot be removed',
    async (when) => {
      const { outbox, id, trying, abortUpload, recover, files, log } = await withParts();
      if (when === 'waits') await trying.fail('delivery-interrupted');
      outbox.cancel([id]);
      await settled();
      expect(outbox.row(id)).toMatchObject({ status: 'canceled', error: { message: partsLeft } });
      expect(files.entries.get(id)?.state).toMatchObject({ status: 'canceled', uploadState });
      expect(log).toEqual([expect.stringContaining('The server does not answer.')]);
      recover();
      outbox.remove([id]);
      await settled();
      expect(abortUpload).toHaveBeenCalledTimes(2);
      expect(log).toHaveLength(1);
    },
  );

  test('are removed by the next attempt if it is retried', async () => {
    const { outbox, id, next } = await withParts();
    outbox.cancel([id]);
    await settled();
    outbox.retry([id]);
    const again = await next();
    expect(again.upload.uploadState).toEqual(uploadState);
    expect(outbox.row(id)?.error).toBeUndefined();
  });
});

describe('the parts of an upload that was removed from the list', () => {
  test.each(['waits', 'is under way'])('are removed while it %s', async (when) => {
    const { outbox, id, trying, abortUpload, recover, log } = await withParts();
    recover();
    if (when === 'waits') await trying.fail('delivery-interrupted');
    outbox.remove([id]);
    await settled();
    expect(abortUpload).toHaveBeenCalledTimes(1);
    expect(log).toEqual([]);
  });

  test.each(['waits', 'is under way'])(
    'are logged while it %s if they cannot be removed',
    async (when) => {
      const { outbox, id, trying, log } = await withParts();
      if (when === 'waits') await trying.fail('delivery-interrupted');
      outbox.remove([id]);
      await settled();
      expect(log).toEqual([expect.stringContaining('The server does not answer.')]);
    },
  );

  test('are logged without a name if it was private', async () => {
    const { outbox, id, log } = await withParts({ gdpr: true, hipaa: false });
    outbox.remove([id]);
    await settled();
    expect(log).toEqual([
      "Couldn't abort a multipart upload. The delivery is private; the error is delivery-interrupted.",
    ]);
  });
});
