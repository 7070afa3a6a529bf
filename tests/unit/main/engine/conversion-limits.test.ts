import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { literal } from '../../../../electron/shared/messages/message.js';
import { withLimits } from '../../../../electron/main/engine/conversion-limits.js';
import type { ConversionStage } from '../../../../electron/shared/conversion-stage.js';

const limits = { timeoutSeconds: 30, hasScripts: true, waitingFor: () => null };

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

  const noScripts = 'without scripts';

  /** @param allowedHosts set for a request to the service */
  async function timeoutOf(
    awaited: string,
    allowedHosts?: readonly string[],
    stage: ConversionStage = 'loading',
  ): Promise<unknown> {
    const options = { ...(allowedHosts && { allowedHosts }) };
    const hasScripts = awaited !== noScripts;
    const waitingFor = () => (hasScripts && awaited !== '' ? literal(awaited) : null);
    const work = withLimits({ ...limits, hasScripts, waitingFor }, options, async (enter) => {
      enter(stage);
      return new Promise(() => undefined);
    });
    const failure = work.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    return failure;
  }

  test.each([
    ['fonts', undefined, 'loading', ': it was waiting for fonts. Increase the timeout.'],
    ['', undefined, 'printing', ': it was being printed. Increase the timeout.'],
    [
      '',
      undefined,
      'loading',
      '. Increase the timeout, or disable JavaScript if its scripts may be the cause.',
    ],
    [noScripts, undefined, 'loading', '. Increase the timeout.'],
    ['fonts', [], 'loading', ': it was waiting for fonts. The service allows a page 30 s.'],
    ['', [], 'printing', ': it was being printed. The service allows a page 30 s.'],
    [
      '',
      [],
      'loading',
      '. The service allows a page 30 s; disable JavaScript if its scripts may be the cause.',
    ],
    [noScripts, [], 'loading', '. The service allows a page 30 s.'],
  ] as const)('waiting for "%s", allowed hosts %j, %s: %s', async (...example) => {
    const [awaited, hosts, stage, end] = example;
    expect(await timeoutOf(awaited, hosts, stage)).toMatchObject({
      code: 'timed-out',
      message: `The page was not ready within 30 s${end}`,
    });
  });

  test('was being printed, if its work begins with that', async () => {
    const work = withLimits({ ...limits, first: 'printing' }, {}, async () => {
      return new Promise(() => undefined);
    });
    const failure = work.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({
      message: 'The page was not ready within 30 s: it was being printed. Increase the timeout.',
    });
  });
});
