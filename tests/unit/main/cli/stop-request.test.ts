import { expect, it, vi } from 'vitest';
import { StopRequest } from '../../../../electron/main/cli/stop-request.js';

const request = () => {
  const exitNow = vi.fn<(status: number) => void>();
  return { exitNow, stop: new StopRequest(exitNow) };
};

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends with %i, and at once when it comes again', (name, status) => {
  const { exitNow, stop } = request();
  expect(stop.status).toBeUndefined();
  stop.bySignal(name);
  expect([stop.signal.aborted, stop.signal.reason, stop.status]).toEqual([true, name, status]);
  expect(exitNow).not.toHaveBeenCalled();
  stop.bySignal('SIGINT');
  expect(exitNow).toHaveBeenCalledWith(status);
});

it('takes a quit that a signal has brought about for that signal', async () => {
  const { stop } = request();
  stop.byQuit();
  stop.bySignal('SIGINT');
  await new Promise((turn) => setImmediate(turn));
  expect([stop.signal.reason, stop.status]).toEqual(['SIGINT', 130]);
});

it('stops for a quit that no signal has brought about', async () => {
  const { stop } = request();
  stop.byQuit();
  await new Promise((turn) => setImmediate(turn));
  expect([stop.signal.reason, stop.status]).toEqual(['the end of the session', 143]);
});

it('has nothing to tell when nobody reads the results', () => {
  const { stop } = request();
  stop.byClosedOutput();
  expect([stop.signal.aborted, stop.signal.reason, stop.status]).toEqual([true, null, 129]);
});
