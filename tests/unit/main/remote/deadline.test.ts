import { expect, it } from 'vitest';
import { Deadline } from '../../../../electron/main/remote/call.js';

it.each([2 ** 31, 1e12, Infinity])(
  'a wait of %d milliseconds lasts until the deadline',
  async (ms) => {
    const before = performance.now();
    const deadline = new Deadline(0.2);
    await deadline.wait(ms);
    expect(performance.now() - before).toBeGreaterThan(150);
    expect(deadline.remainingMs).toBeLessThan(10);
  },
);

it('a short wait does not reach the deadline', async () => {
  const deadline = new Deadline(600);
  await deadline.wait(1);
  expect(deadline.isExpired).toBe(false);
  expect(deadline.remainingMs).toBeGreaterThan(500_000);
});

it('a wait ends when the conversion is canceled', async () => {
  const cancel = new AbortController();
  const waiting = new Deadline(600, cancel.signal).wait(Infinity);
  cancel.abort();
  await expect(waiting).rejects.toThrow('canceled');
});
