import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withLimits } from '../../../../electron/main/engine/conversion-limits.js';
import type { ConversionStage } from '../../../../electron/shared/conversion-stage.js';

const limits = { timeoutSeconds: 30, waitingFor: () => '' };

test('work that was canceled beforehand is not begun', async () => {
  const work = vi.fn();
  const options = { signal: AbortSignal.abort() };
  await expect(withLimits(limits, options, work)).rejects.toMatchObject({ code: 'canceled' });
  expect(work).not.toHaveBeenCalled();
});

test('work that goes on after its end is not heard', async () => {
  const controller = new AbortController();
  const onProgress = vi.fn();
  let goOn: (stage: ConversionStage) => void = () => undefined;
  const work = withLimits(limits, { signal: controller.signal, onProgress }, async (enter) => {
    goOn = enter;
    enter('loading');
    return new Promise(() => undefined);
  });
  controller.abort();
  await expect(work).rejects.toMatchObject({ code: 'canceled' });
  goOn('printing');
  expect(onProgress.mock.calls).toEqual([[{ stage: 'loading' }]]);
});

describe('a page that is not ready in time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What it is told. @param strangersHosts given where the service was asked */
  async function sentenceOf(
    awaited: string,
    allowedHosts?: readonly string[],
    stage: ConversionStage = 'loading',
  ): Promise<unknown> {
    const options = { ...(allowedHosts && { allowedHosts }) };
    const work = withLimits({ ...limits, waitingFor: () => awaited }, options, async (enter) => {
      enter(stage);
      return new Promise(() => undefined);
    });
    const told = work.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    return told;
  }

  test.each([
    ['fonts', undefined, 'loading', 'it was waiting for fonts. Raise the time limit.'],
    ['', undefined, 'printing', 'it was being printed. Raise the time limit.'],
    [
      '',
      undefined,
      'loading',
      'its scripts did not come to rest. Raise the time limit, or switch JavaScript off.',
    ],
    ['fonts', [], 'loading', 'it was waiting for fonts. The service gives a page 30 s.'],
    ['', [], 'printing', 'it was being printed. The service gives a page 30 s.'],
    [
      '',
      [],
      'loading',
      'its scripts did not come to rest. The service gives a page 30 s; try it with JavaScript switched off.',
    ],
  ] as const)('waiting for "%s", hosts of a stranger %j, %s: %s', async (...example) => {
    const [awaited, hosts, stage, end] = example;
    expect(await sentenceOf(awaited, hosts, stage)).toMatchObject({
      code: 'timed-out',
      message: `The page was not ready within 30 s: ${end}`,
    });
  });
});
