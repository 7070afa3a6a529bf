import { expect, it } from 'vitest';
import { TimeLimit } from '../../../../electron/main/remote/time-limit.js';

it.each([2 ** 31, 1e12, Infinity])(
  'a wait of %d milliseconds lasts as long as there is time',
  async (ms) => {
    const time = new TimeLimit(0.2);
    const before = performance.now();
    await time.wait(ms);
    expect(performance.now() - before).toBeGreaterThan(150);
    expect(time.left).toBeLessThan(10);
  },
);

it('a short wait leaves time', async () => {
  const time = new TimeLimit(600);
  await time.wait(1);
  expect(time.isLate).toBe(false);
  expect(time.left).toBeGreaterThan(500_000);
});

it('a wait ends when the conversion is taken back', async () => {
  const cancel = new AbortController();
  const waiting = new TimeLimit(600, cancel.signal).wait(Infinity);
  cancel.abort();
  await expect(waiting).rejects.toThrow('canceled');
});
