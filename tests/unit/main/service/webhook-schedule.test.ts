import { expect, it } from 'vitest';
import {
  DeliveryFailure,
  MissingSecret,
} from '../../../../electron/main/network/delivery-failure.js';
import { delayOfWebhook } from '../../../../electron/main/service/webhook-schedule.js';

const minute = 60_000;
const interrupted = new DeliveryFailure('delivery-interrupted', 'Not now.');

it('a message that is interrupted is tried again five times, over some 18 minutes', () => {
  const delays = [1, 2, 3, 4, 5].map((tries) => delayOfWebhook(interrupted, tries) ?? 0);
  const sum = delays.reduce((total, delay) => total + delay, 0);
  expect(sum).toBeGreaterThanOrEqual(17.5 * minute);
  expect(sum).toBeLessThanOrEqual(21.1 * minute);
  expect(delayOfWebhook(interrupted, 6)).toBeNull();
});

it('waits for as long as the receiver asks', () => {
  const details = { retryAfterMs: 7 * minute };
  const busy = new DeliveryFailure('delivery-interrupted', 'Busy.', details);
  expect(delayOfWebhook(busy, 1)).toBeGreaterThanOrEqual(7 * minute);
});

it.each([new DeliveryFailure('delivery-refused', 'Gone.'), new Error('A fault.')])(
  'gives up at once: %s',
  (thrown) => expect(delayOfWebhook(thrown, 1)).toBeNull(),
);

it('waits for the signing secret as long as it takes', () => {
  const missing = new MissingSecret('The secret is not known.');
  expect([1, 6, 1000].map((tries) => delayOfWebhook(missing, tries))).toEqual([
    minute,
    minute,
    minute,
  ]);
});
