import { expect, test, vi } from 'vitest';
import { withLimits } from '../../../../electron/main/conversion/conversion-limits.js';
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
