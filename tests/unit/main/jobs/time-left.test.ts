import { expect, test } from 'vitest';
import { TimeLeft } from '../../../../electron/main/jobs/time-left.js';

/** A clock that a test sets, and an estimate of a batch whose jobs take a second each, three of which have ended. */
function afterThree({ at = 3000 } = {}) {
  const clock = { now: 0 };
  const left = new TimeLeft(() => clock.now);
  left.begin();
  for (let job = 0; job < 3; job += 1) left.add(1000);
  clock.now = at;
  return { clock, left };
}

const ahead = { queued: 10, running: [0, 500], concurrency: 2 };

test('is told once three jobs have ended and two seconds have passed', () => {
  expect(afterThree({ at: 1999 }).left.seconds(ahead)).toBeNull();
  expect(afterThree({ at: 2000 }).left.seconds(ahead)).not.toBeNull();
  const left = new TimeLeft(() => 5000);
  left.begin();
  left.add(1000);
  expect(left.seconds(ahead)).toBeNull();
});

test.each([
  ['what waits and the rest of what runs, on two lanes', ahead, 6],
  ['on four lanes', { ...ahead, concurrency: 4 }, 3],
  ['on no more lanes than there are jobs', { queued: 0, running: [100], concurrency: 8 }, 1],
  ['never less than a second', { queued: 0, running: [1500], concurrency: 2 }, 1],
  [
    'nothing, where the last one takes far longer',
    { queued: 0, running: [5000], concurrency: 2 },
    null,
  ],
])('counts %s', (_, work, seconds) => {
  expect(afterThree().left.seconds(work)).toBe(seconds);
});

test('runs down with the clock, and does not jump', () => {
  const { clock, left } = afterThree();
  expect(left.seconds({ ...ahead, queued: 100 })).toBe(51);
  clock.now += 100;
  for (let job = 0; job < 40; job += 1) left.add(4000);
  expect(left.seconds({ ...ahead, queued: 100 })).toBeLessThan(60);
  const told = Array.from({ length: 20 }, () => {
    clock.now += 1000;
    return left.seconds({ ...ahead, queued: 100 }) ?? 0;
  });
  expect(told.at(-1)).toBeGreaterThan(190);
  expect(told).toEqual([...told].sort((a, b) => a - b));
});

test('stands on the last forty jobs', () => {
  const { left } = afterThree();
  for (let job = 0; job < 40; job += 1) left.add(10_000);
  expect(left.seconds({ queued: 10, running: [], concurrency: 1 })).toBe(100);
});
