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
  /** Whether it shows the application's window. */
  readonly isForWindow?: boolean;
  /** Receives Chromium's output line by line. */
  readonly onLine?: ((line: string) => void) | undefined;
}

const running = new Set<() => void>();
const runningIds = new Map<number, LaunchOptions>();

/** Returns the process IDs of all running Chromiums. */
export function runningChromiums(): readonly number[] {
  return [...runningIds.keys()];
}

/**
 * Returns the process ID of the Chromium with the application's window, or undefined.
 */
export function windowChromium(): number | undefined {
  return [...runningIds].find(([, { isForWindow }]) => isForWindow === true)?.[0];
}

/**
 * Starts Chromium with a new profile, which is deleted afterwards. It exits when its pipe closes,
 * however this process ends.
 * @throws (rejects) if the program cannot be started
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
    // Child processes of a killed Chromium live on for a moment.
    stop();
    void removeProfile(profile);
  };
  child.once('exit', ended);
  child.once('error', ended);
  await started(child, choice);
  // Both are pipes, which the type does not know for descriptors above 2.
  return new DevToolsConnection(output as Writable, input as Readable);
}

/** Kills every Chromium, when this process exits. */
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
      // A separate process group, so that all its processes can be killed together.
      detached: process.platform !== 'win32',
      env: {
        ...process.env,
        // A killed Chromium leaves its temporary files behind; here they are deleted with the
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

/** Kills all processes of a Chromium, even if the main one has ended. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Already ended. macOS returns EPERM for a process until its parent has waited for it.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
