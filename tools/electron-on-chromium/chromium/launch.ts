import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { DevToolsConnection } from '../devtools/connection.js';
import { bundledEnvironment, unpackBundled } from './bundled.js';
import { type ChromiumChoice, chromiumChoice } from './choice.js';
import {
  createProfile,
  removeOwnProfiles,
  removeProfile,
  removeStaleProfiles,
} from './profiles.js';
import { missingSandbox } from './sandbox.js';
import { browserSwitches } from './switches.js';

export interface LaunchOptions {
  readonly headless: boolean;
  readonly switches: readonly string[];
  /** Whether the application's own window is in it. */
  readonly isForWindow?: boolean;
  /** Gets what Chromium prints for people, a line at a time. */
  readonly onLine?: ((line: string) => void) | undefined;
}

const running = new Set<() => void>();
const runningIds = new Map<number, LaunchOptions>();

/** Ids of the Chromiums that run. */
export function runningChromiums(): readonly number[] {
  return [...runningIds.keys()];
}

/** Id of the Chromium of the application's own window; undefined where there is none. */
export function windowChromium(): number | undefined {
  return [...runningIds].find(([, { isForWindow }]) => isForWindow === true)?.[0];
}

/**
 * Starts a Chromium with a fresh profile, which is removed afterwards. It ends with this process,
 * however that ends: Chromium closes when its pipe does.
 * @throws (rejects) where the program cannot be started
 */
export async function launchChromium(options: LaunchOptions): Promise<DevToolsConnection> {
  const choice = chromiumChoice();
  if (choice.isBundled) await unpackBundled(choice);
  void removeStaleProfiles();
  const profile = createProfile();
  const child = startProcess(choice, profile, options);
  const [, , , output, input] = child.stdio;
  const stop = () => kill(child);
  running.add(stop);
  if (child.pid !== undefined) runningIds.set(child.pid, options);
  const ended = () => {
    running.delete(stop);
    if (child.pid !== undefined) runningIds.delete(child.pid);
    // A Chromium that was killed leaves its other processes behind for a moment.
    stop();
    void removeProfile(profile);
  };
  child.once('exit', ended);
  child.once('error', ended);
  await started(child, choice);
  // Both were asked for as pipes, which the type cannot say of descriptors beyond the third.
  return new DevToolsConnection(output as Writable, input as Readable);
}

/** Ends every Chromium at once; for the end of this process. */
export function stopAllChromiums(): void {
  for (const stop of running) stop();
  running.clear();
  removeOwnProfiles();
}
process.on('exit', stopAllChromiums);

function startProcess(
  choice: ChromiumChoice,
  profile: string,
  options: LaunchOptions,
): ChildProcess {
  const { headless, switches, onLine } = options;
  const child = spawn(
    choice.path,
    browserSwitches({ profile, headless, hasSandbox: missingSandbox() === null, own: switches }),
    {
      stdio: ['ignore', 'ignore', onLine ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      // A group of its own, so that all its processes can be ended together.
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        // Ended at once, Chromium leaves its own temporary files behind; here they go with the
        // profile.
        TMPDIR: profile,
        ...(choice.isBundled ? bundledEnvironment(choice) : {}),
      },
    },
  );
  if (onLine) readLines(child.stderr, onLine);
  return child;
}

function readLines(input: Readable | null, onLine: (line: string) => void): void {
  let rest = '';
  input?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

async function started(child: ChildProcess, { path }: ChromiumChoice): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new Error(`${path} could not be started: ${error.message}`)),
    );
  });
}

/** Ends a Chromium's processes, also those that are left where the first one has ended. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // They have ended by themselves; macOS says EPERM of those that nobody has waited for yet.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
