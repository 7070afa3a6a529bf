import { expect, test } from 'vitest';
import { TimeLeft } from '../../../../electron/main/jobs/batch.js';

/** A clock set by the test, and a batch whose first three jobs took a second each. */
function afterThree({ at = 3000 } = {}) {
  const clock = { now: 0 };
  const left = new TimeLeft(() => clock.now);
  left.begin();
  for (let job = 0; job < 3; job += 1) left.add(1000);
  clock.now = at;
  return { clock, left };
}

const ahead = { queued: 10, running: [0, 500], concurrency: 2 };

test('the time left is known once three jobs have ended and two seconds have passed', () => {
  expect(afterThree({ at: 1999 }).left.seconds(ahead)).toBeNull();
  expect(afterThree({ at: 2000 }).left.seconds(ahead)).not.toBeNull();
  const left = new TimeLeft(() => 5000);
  left.begin();
  left.add(1000);
  expect(left.seconds(ahead)).toBeNull();
});

test.each([
  ['queued jobs and the rest of running ones, in two lanes', ahead, 6],
  ['four lanes', { ...ahead, concurrency: 4 }, 3],
  ['no more lanes than jobs', { queued: 0, running: [100], concurrency: 8 }, 1],
  ['at least a second', { queued: 0, running: [1500], concurrency: 2 }, 1],
  ['null, if the last job takes far longer', { queued: 0, running: [5000], concurrency: 2 }, null],
])('the time left counts %s', (_, work, seconds) => {
  expect(afterThree().left.seconds(work)).toBe(seconds);
});

test('the time left counts down with the clock and does not jump', () => {
  const { clock, left } = afterThree();
  expect(left.seconds({ ...ahead, queued: 100 })).toBe(51);
  clock.now += 100;
  for (let job = 0; job < 40; job += 1) left.add(4000);
  expect(left.seconds({ ...ahead, queued: 100 })).toBeLessThan(60);
  const shown = Array.from({ length: 20 }, () => {
    clock.now += 1000;
    return left.seconds({ ...ahead, queued: 100 }) ?? 0;
  });
  expect(shown.at(-1)).toBeGreaterThan(190);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
});

test('the time left is based on the last forty jobs', () => {
  const { left } = afterThree();
  for (let job = 0; job < 40; job += 1) left.add(10_000);
  expect(left.seconds({ queued: 10, running: [], concurrency: 1 })).toBe(100);
});
