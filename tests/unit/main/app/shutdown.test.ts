import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  Shutdown,
  StopRequest,
  sameRequestMs,
  shutdownLimitMs,
} from '../../../../electron/main/app/shutdown.js';
import { FakeClock } from '../outbox/support/fake-clock.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';
import { testLimits } from '../../../support/runner-options.js';

/** Quits as Electron does: closes the windows between its two events. */
class FakeApp extends EventEmitter {
  readonly exit = vi.fn<(status: number) => void>();

  quit(closeWindows: () => void = () => undefined): void {
    if (this.#isPrevented('before-quit')) return;
    closeWindows();
    if (!this.#isPrevented('will-quit')) this.exit(0);
  }

  #isPrevented(name: string): boolean {
    const event = { preventDefault: vi.fn() };
    this.emit(name, event);
    return event.preventDefault.mock.calls.length > 0;
  }
}

function start(command?: StopRequest) {
  const app = new FakeApp();
  const log = vi.fn<(line: string) => void>();
  const clock = new FakeClock();
  const shutdown = new Shutdown(app, { log, clock, ...(command && { command }) });
  return { app, log, clock, shutdown };
}

describe('Shutdown', () => {
  it('stops work before the windows close, in reverse order, and waits for writes', async () => {
    const { app, shutdown } = start();
    const events: string[] = [];
    let finish: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (finish = resolve));
    shutdown.beforeExit('settings', () => void events.push('settings are written'));
    shutdown.onQuit('pages', () => void events.push('pages are destroyed'));
    shutdown.onQuit('jobs', async () => {
      events.push('jobs stop');
      await stopped;
      events.push('jobs have stopped');
    });
    app.quit(() => events.push('windows close'));
    app.quit();
    expect(events).toEqual(['jobs stop', 'pages are destroyed', 'windows close']);
    expect(app.exit).not.toHaveBeenCalled();
    finish();
    await vi.waitFor(() => expect(app.exit.mock.calls).toEqual([[0]]), testLimits.poll);
    expect(events.slice(3)).toEqual(['jobs have stopped', 'settings are written']);
  });

  it('does not wait indefinitely', async () => {
    const { app, log, clock, shutdown } = start();
    shutdown.onQuit('jobs', async () => Promise.resolve());
    shutdown.beforeExit('secrets', async () => new Promise(() => undefined));
    app.quit();
    await clock.advance(shutdownLimitMs - 1);
    expect(app.exit).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(app.exit.mock.calls).toEqual([[0]]);
    expect(log.mock.calls).toEqual([['Quit without waiting for secrets.']]);
  });

  it('logs a failure and exits anyway', async () => {
    const { app, log, shutdown } = start();
    shutdown.onQuit('jobs', () => {
      throw new Error('the disk is full');
    });
    app.quit();
    await vi.waitFor(() => expect(app.exit.mock.calls).toEqual([[0]]), testLimits.poll);
    expect(log.mock.calls).toEqual([
      ["Couldn't end jobs properly. Platen failed: the disk is full"],
    ]);
  });

  it('stops work immediately that is opened during a quit', async () => {
    const { app, shutdown } = start();
    shutdown.onQuit('jobs', async () => Promise.resolve());
    app.quit();
    const stop = vi.fn();
    shutdown.onQuit('service', stop);
    expect(stop).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(app.exit).toHaveBeenCalledOnce(), testLimits.poll);
  });

  it('asks a command to stop, which exits with its own status', async () => {
    const stop = new StopRequest(vi.fn());
    const { app, shutdown } = start(stop);
    app.quit();
    await vi.waitFor(() => expect(stop.signal.aborted).toBe(true), testLimits.poll);
    expect(app.exit).not.toHaveBeenCalled();
    await shutdown.exit(stop.status ?? 0);
    expect(app.exit.mock.calls).toEqual([[143]]);
  });
});

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
] as const)('%s exits with %i, and immediately when repeated', (name, status) => {
  const { exitNow, wait, stop } = request();
  expect(stop.status).toBeUndefined();
  stop.bySignal(name);
  expect([stop.signal.aborted, stop.signal.reason, stop.status]).toEqual([
    true,
    literal(name),
    status,
  ]);
  wait(sameRequestMs);
  expect(exitNow).not.toHaveBeenCalled();
  stop.bySignal('SIGINT');
  expect(exitNow).toHaveBeenCalledWith(status);
});

it('attributes a quit to the signal that caused it', async () => {
  const { stop } = request();
  stop.byQuit();
  stop.bySignal('SIGINT');
  await new Promise((turn) => setImmediate(turn));
  expect([stop.signal.reason, stop.status]).toEqual([literal('SIGINT'), 130]);
});

it('stops for a quit without a signal', async () => {
  const { stop } = request();
  stop.byQuit();
  await new Promise((turn) => setImmediate(turn));
  expect([stop.signal.reason, stop.status]).toEqual([message('convert.stoppedByQuit'), 143]);
});

it.each([
  ['EPIPE', 129, undefined],
  ['EOF', 129, undefined],
  ['ENOSPC', 1, 'ENOSPC'],
])('stops when the output fails with %s, with the status %i', (code, status, reported) => {
  const { stop } = request();
  const error = Object.assign(new Error(code), { code });
  stop.byOutputError(error);
  expect([stop.signal.aborted, stop.signal.reason, stop.status]).toEqual([true, null, status]);
  expect(stop.outputError?.message).toBe(reported);
});

it('treats the two signals of one Ctrl+C, from the terminal and from npm, as one request', () => {
  const { exitNow, wait, stop } = request();
  stop.bySignal('SIGINT');
  wait(sameRequestMs - 1);
  stop.bySignal('SIGINT');
  expect(exitNow).not.toHaveBeenCalled();
  wait(1);
  stop.bySignal('SIGINT');
  expect(exitNow).toHaveBeenCalledWith(130);
});
