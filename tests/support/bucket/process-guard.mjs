// Plain JavaScript, so that its test can run it in a child process and kill that.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** Reads process IDs from stdin; when that closes, kills them and deletes the folder. */
const guardScript = `
while read -r pid; do pids="$pids $pid"; done
for pid in $pids; do kill -9 "$pid"; done 2>/dev/null
for attempt in 1 2 3 4 5; do rm -rf -- "$0" 2>/dev/null && exit; sleep 0.2; done
exit 1
`;

/**
 * Ensures that servers end and their folder is deleted when this process ends, in any way. The
 * guard is a shell that waits for its stdin to close, which the system does even if this process is
 * killed.
 * @param {string} folder
 */
export function guardFolder(folder) {
  const guard = spawn('sh', ['-c', guardScript, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // None of these may keep this process alive.
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return {
    /**
     * Starts a program that runs until the end, with its output in a file.
     * @param {string} program
     * @param {readonly string[]} args
     * @param {{ env: NodeJS.ProcessEnv, logFile: string }} options
     */
    start: (program, args, { env, logFile }) => {
      const log = openSync(logFile, 'a');
      // In its own session, so that Ctrl+C of the test run does not reach it.
      const child = spawn(program, args, { env, detached: true, stdio: ['ignore', log, log] });
      closeSync(log);
      child.once('error', (error) => {
        throw error;
      });
      child.unref();
      guard.stdin.write(`${child.pid}\n`);
      return child;
    },

    /** Kills all started processes and deletes the folder. */
    end: async () => {
      guard.ref();
      guard.stdin.end();
      const [status] = /** @type {[number | null]} */ (await once(guard, 'close'));
      if (status !== 0) throw new Error(`${folder} could not be removed.`);
    },
  };
}

/** @typedef {ReturnType<typeof guardFolder>} ProcessGuard */
