import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedValues } from '../../../../electron/main/util/shared-values.js';

describe('SharedValues', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Returns shared values that count what was created, and remember what was ended. */
  function sharedTexts() {
    let created = 0;
    const ended: string[] = [];
    const shared = new SharedValues(
      (key: { readonly host: string }) => `${key.host}${(created += 1)}`,
      (value) => ended.push(value),
    );
    const use = async (host = 'a') => shared.use({ host }, async (value) => Promise.resolve(value));
    return { shared, ended, use };
  }

  it('gives equal keys the same value, and ends it once it is unused for 10 s', async () => {
    const { use, ended } = sharedTexts();
    expect([await use('a'), await use('b'), await use('a')]).toEqual(['a1', 'b2', 'a1']);
    vi.advanceTimersByTime(9_999);
    expect([await use('a'), ended]).toEqual(['a1', []]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual(['b2']);
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual(['b2', 'a1']);
    expect(await use('a')).toBe('a3');
  });

  it('keeps a value while a task uses it, also if the task fails', async () => {
    const { shared, ended } = sharedTexts();
    let fail: (reason: Error) => void = () => undefined;
    const task = new Promise<void>((_resolve, reject) => (fail = reject));
    const running = shared.use({ host: 'a' }, async () => task);
    vi.advanceTimersByTime(20_000);
    expect(ended).toEqual([]);
    fail(new Error('broken'));
    await expect(running).rejects.toThrow('broken');
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual(['a1']);
  });

  it('replaces a forgotten value, and ends it once after its last task', async () => {
    const { shared, use, ended } = sharedTexts();
    await shared.use({ host: 'a' }, async (value) => {
      shared.forget(value);
      expect(await use()).toBe('a2');
      expect(ended).toEqual([]);
    });
    expect(ended).toEqual(['a1']);
    shared.forget('a2');
    expect(ended).toEqual(['a1', 'a2']);
    vi.advanceTimersByTime(10_000);
    expect(ended).toEqual(['a1', 'a2']);
  });
});
