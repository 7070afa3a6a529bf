import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { literal } from '../../../../electron/shared/messages/message.js';
import { withLimits } from '../../../../electron/main/engine/conversion-limits.js';
import type { ConversionStage } from '../../../../electron/shared/conversion-stage.js';

const limits = { timeoutSeconds: 30, waitingFor: () => null };

test('canceled work does not start', async () => {
  const work = vi.fn();
  const options = { signal: AbortSignal.abort() };
  await expect(withLimits(limits, options, work)).rejects.toMatchObject({ code: 'canceled' });
  expect(work).not.toHaveBeenCalled();
});

test('progress is ignored after the end', async () => {
  const controller = new AbortController();
  const onProgress = vi.fn();
  let proceed: (stage: ConversionStage) => void = () => undefined;
  const work = withLimits(limits, { signal: controller.signal, onProgress }, async (enter) => {
    proceed = enter;
    enter('loading');
    return new Promise(() => undefined);
  });
  controller.abort();
  await expect(work).rejects.toMatchObject({ code: 'canceled' });
  proceed('printing');
  expect(onProgress.mock.calls).toEqual([[{ stage: 'loading' }]]);
});

describe('a page that is not ready before the timeout', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** @param allowedHosts set for a request to the service */
  async function timeoutOf(
    awaited: string,
    allowedHosts?: readonly string[],
    stage: ConversionStage = 'loading',
  ): Promise<unknown> {
    const options = { ...(allowedHosts && { allowedHosts }) };
    const waitingFor = () => (awaited === '' ? null : literal(awaited));
    const work = withLimits({ ...limits, waitingFor }, options, async (enter) => {
      enter(stage);
      return new Promise(() => undefined);
    });
    const failure = work.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    return failure;
  }

  test.each([
    ['fonts', undefined, 'loading', 'it was waiting for fonts. Increase the timeout.'],
    ['', undefined, 'printing', 'it was being printed. Increase the timeout.'],
    [
      '',
      undefined,
      'loading',
      'its scripts kept running. Increase the timeout or disable JavaScript.',
    ],
    ['fonts', [], 'loading', 'it was waiting for fonts. The service allows a page 30 s.'],
    ['', [], 'printing', 'it was being printed. The service allows a page 30 s.'],
    [
      '',
      [],
      'loading',
      'its scripts kept running. The service allows a page 30 s; try it with JavaScript disabled.',
    ],
  ] as const)('waiting for "%s", allowed hosts %j, %s: %s', async (...example) => {
    const [awaited, hosts, stage, end] = example;
    expect(await timeoutOf(awaited, hosts, stage)).toMatchObject({
      code: 'timed-out',
      message: `The page was not ready within 30 s: ${end}`,
    });
  });
});
