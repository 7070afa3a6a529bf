import { expect, it } from 'vitest';
import { delayOfTask, maxAttempts } from '../../../../electron/main/service/task-schedule.js';

const attempts = Array.from({ length: maxAttempts + 1 }, (_, number) => number + 1);

it('a task whose servers die waits longer each time, over some quarter of an hour', () => {
  const delays = attempts.map(delayOfTask);
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 0, 0]);
  expect(delays.reduce((total, delay) => total + delay, 0) / 60).toBeCloseTo(13.5, 1);
});
