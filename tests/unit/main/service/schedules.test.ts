import { expect, it } from 'vitest';
import {
  DeliveryFailure,
  MissingSecret,
} from '../../../../electron/main/network/delivery-failure.js';
import {
  maxAttempts,
  taskRetryDelay,
  webhookRetryDelay,
} from '../../../../electron/main/service/contract/schedules.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const minute = 60_000;
const interrupted = new DeliveryFailure('delivery-interrupted', literal('Not now.'));

it('an interrupted webhook is retried five times within 18 minutes', () => {
  const delays = [1, 2, 3, 4, 5].map((tries) => webhookRetryDelay(interrupted, tries) ?? 0);
  const sum = delays.reduce((total, delay) => total + delay, 0);
  expect(sum).toBeGreaterThanOrEqual(17.5 * minute);
  expect(sum).toBeLessThanOrEqual(21.1 * minute);
  expect(webhookRetryDelay(interrupted, 6)).toBeNull();
});

it('waits as long as the receiver requests', () => {
  const details = { retryAfterMs: 7 * minute };
  const busy = new DeliveryFailure('delivery-interrupted', literal('Busy.'), details);
  expect(webhookRetryDelay(busy, 1)).toBeGreaterThanOrEqual(7 * minute);
});

it.each([new DeliveryFailure('delivery-refused', literal('Gone.')), new Error('A fault.')])(
  'gives up at once: %s',
  (thrown) => expect(webhookRetryDelay(thrown, 1)).toBeNull(),
);

it('waits for the signing secret without a limit', () => {
  const missing = new MissingSecret(literal('The secret is not known.'));
  expect([1, 6, 1000].map((tries) => webhookRetryDelay(missing, tries))).toEqual([
    minute,
    minute,
    minute,
  ]);
});

const attempts = Array.from({ length: maxAttempts + 1 }, (_, number) => number + 1);

it('a task whose servers die waits longer each time, a quarter of an hour in all', () => {
  const delays = attempts.map(taskRetryDelay);
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 0, 0]);
  expect(delays.reduce((total, delay) => total + delay, 0) / 60).toBeCloseTo(13.5, 1);
});
