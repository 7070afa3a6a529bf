import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import type { Display } from './display.js';
import { type SecretVariables, secretsPipe } from './secret-variables.js';
import { stopSignals } from './shutdown.js';

/** The part of Electron's `app` that a process needs that only waits for another. */
interface WaitingApp {
  whenReady(): Promise<void>;
  exit(status: number): void;
}

/** After standard input, output and error. */
const pipeNumber = 3;

/**
 * Starts this program again, forwards signals to it, and exits as it does: on XWayland if the
 * display says so, as the platform is chosen before scripts run; and with the secrets in a pipe
 * instead of in the environment, which Chromium has copied before scripts run.
 */
export async function startAgain(
  app: WaitingApp,
  argv: readonly string[],
  display: Display,
  { secrets }: SecretVariables,
): Promise<void> {
  const platform = display === 'xwayland' ? ['--ozone-platform=x11'] : [];
  const child = spawn(process.execPath, [...platform, ...argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...secretsPipe(pipeNumber) },
  });
  const end = once(child, 'exit');
  // The cast is safe: the child reads from this pipe.
  const pipe = child.stdio[pipeNumber] as Writable;
  // A child that does not start says so itself.
  pipe.on('error', () => undefined);
  pipe.end(JSON.stringify(secrets));
  await app.whenReady();
  // Not earlier, because Chromium replaces existing handlers.
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  const [status, signal] = (await end) as [number | null, NodeJS.Signals | null];
  app.exit(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
}
