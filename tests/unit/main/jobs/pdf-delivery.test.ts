import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliverUntilCanceled } from '../../../../electron/main/jobs/pdf-delivery.js';
import type { Delivery, DeliveryHooks } from '../../../../electron/main/files/deliver.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const intent = { temporary: '/t', path: '/p', replace: false, inode: '1', size: 1, modified: 1 };
const written: Delivery = { kind: 'written', path: '/p' };

/** A delivery that the test controls. */
function begin() {
  const controller = new AbortController();
  const onLate = vi.fn(async () => Promise.resolve());
  let hooks: DeliveryHooks = {};
  let end: (delivery: Delivery) => void = () => undefined;
  const delivery = deliverUntilCanceled(
    async (given) => {
      hooks = given;
      return new Promise((resolve) => (end = resolve));
    },
    { signal: controller.signal, beforeCommit: async () => Promise.resolve(), onLate },
  );
  delivery.catch(() => undefined);
  return {
    delivery,
    onLate,
    announce: async () => hooks.beforeCommit?.(intent),
    end: async () => {
      end(written);
      await vi.advanceTimersByTimeAsync(0);
    },
    cancel: () => controller.abort(),
  };
}

test('a job can be canceled while the disk hangs, and its PDF is not renamed later', async () => {
  const { delivery, announce, cancel } = begin();
  cancel();
  await expect(delivery).rejects.toMatchObject({ code: 'canceled' });
  await expect(announce()).rejects.toMatchObject({ code: 'canceled' });
});

test('a rename in progress is waited for', async () => {
  const { delivery, announce, cancel, end, onLate } = begin();
  await announce();
  cancel();
  await vi.advanceTimersByTimeAsync(1000);
  await end();
  expect(await delivery).toBe(written);
  expect(onLate).not.toHaveBeenCalled();
});

test('a rename that completes too late is reported', async () => {
  const { delivery, announce, cancel, end, onLate } = begin();
  await announce();
  cancel();
  await vi.advanceTimersByTimeAsync(2000);
  await expect(delivery).rejects.toMatchObject({ code: 'canceled' });
  await end();
  expect(onLate).toHaveBeenCalledWith(written);
});
