import { expect, it, vi } from 'vitest';
import { StopRequest, sameRequestMs } from '../../../../electron/main/cli/stop-request.js';

const request = () => {
  const exitNow = vi.fn<(status: number) => void>();
  let time = 1_000;
  const wait = (ms: number) => {
    time += ms;
  };
  return { exitNow, wait, stop: new StopRequest(exitNow, () => time) };
};

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends with %i, and at once when it comes again', (name, status) => {
  const { exitNow, wait, stop } = request();
  expect(stop.status).toBeUndefined();
  stop.bySignal(name);
  expect([stop.signal.aborted, stop.signal.reason, stop.status]).toEqual([true, name, status]);
  wait(sameRequestMs);
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

it('takes the signals of one Ctrl+C for one request: the terminal sends one, and npm forwards another', () => {
  const { exitNow, wait, stop } = request();
  stop.bySignal('SIGINT');
  wait(sameRequestMs - 1);
  stop.bySignal('SIGINT');
  expect(exitNow).not.toHaveBeenCalled();
  wait(1);
  stop.bySignal('SIGINT');
  expect(exitNow).toHaveBeenCalledWith(130);
});
