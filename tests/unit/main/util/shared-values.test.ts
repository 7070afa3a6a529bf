import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedValues } from '../../../../electron/main/util/shared-values.js';

describe('SharedValues', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Returns shared values that count what was created, and remember what was ended. */
  function sharedNumbers() {
    let created = 0;
    const ended: number[] = [];
    const shared = new SharedValues(
      (_key: { readonly host: string }) => (created += 1),
      (value) => ended.push(value),
    );
    return { shared, ended, use: async (host = 'a') => shared.use({ host }, async (v) => v) };
  }

  it('gives equal keys the same value, and ends it once it is unused for 10 s', async () => {
    const { use, ended } = sharedNumbers();
    expect([await use('a'), await use('b'), await use('a')]).toEqual([1, 2, 1]);
    vi.advanceTimersByTime(9_999);
    expect([await use('a'), ended]).toEqual([1, []]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual([2]);
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual([2, 1]);
    expect(await use('a')).toBe(3);
  });

  it('keeps a value while a task uses it, also if the task fails', async () => {
    const { shared, ended } = sharedNumbers();
    let fail = (_reason: Error): void => undefined;
    const task = new Promise<void>((_resolve, reject) => (fail = reject));
    const running = shared.use({ host: 'a' }, async () => task);
    vi.advanceTimersByTime(20_000);
    expect(ended).toEqual([]);
    fail(new Error('broken'));
    await expect(running).rejects.toThrow('broken');
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual([1]);
  });

  it('replaces a forgotten value, and ends it once after its last task', async () => {
    const { shared, use, ended } = sharedNumbers();
    await shared.use({ host: 'a' }, async (value) => {
      shared.forget(value);
      expect(await use()).toBe(2);
      expect(ended).toEqual([]);
    });
    expect(ended).toEqual([1]);
    shared.forget(2);
    expect(ended).toEqual([1, 2]);
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual([1, 2]);
  });
});
