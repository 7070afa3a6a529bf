import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** Reads process ids from stdin; when that ends, kills them and removes the folder. */
const guardScript = `
while read -r pid; do pids="$pids $pid"; done
for pid in $pids; do kill -9 "$pid"; done 2>/dev/null
for attempt in 1 2 3 4 5; do rm -rf -- "$0" 2>/dev/null && exit; sleep 0.2; done
exit 1
`;

/** Servers that end with this process, in whatever way it ends. */
export interface ProcessGuard {
  /** Starts a program that is to run until the end; what it says goes to a file. */
  readonly start: (program: string, args: readonly string[], options: StartOptions) => void;
  /** Kills everything that was started and removes the folder. */
  readonly end: () => Promise<void>;
}

export interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
}

/**
 * Watches over servers that live in one folder. The watch is a shell that waits for its stdin to close: the system closes it
 * even when this process is killed.
 */
export function guardFolder(folder: string): ProcessGuard {
  const guard = spawn('sh', ['-c', guardScript, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // None of these must keep this process from ending.
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    start: (program, args, { env, logFile }) => {
      const log = openSync(logFile, 'a');
      // In a session of its own: the Ctrl+C of whoever runs the tests is not for it.
      const child = spawn(program, args, { env, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      child.once('error', (error) => {
        throw error;
      });
      child.unref();
      guard.stdin.write(`${String(child.pid)}\n`);
    },
    end: async () => {
      guard.ref();
      guard.stdin.end();
      const [status] = (await once(guard, 'close')) as [number | null];
      if (status !== 0) throw new Error(`${folder} could not be removed.`);
    },
  };
}
