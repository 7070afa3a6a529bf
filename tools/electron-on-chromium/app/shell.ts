import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { partialModule } from '../not-implemented.js';

/** How long a system's opener is listened to for a complaint; some run for as long as the program that they opened. */
const complaintLimitMs = 2000;

/** The module `shell` (docs/api/shell.md), over the system's own command. */
export const shell = partialModule('shell', {
  /** Gives an empty text, or what went wrong. */
  async openPath(path: string): Promise<string> {
    if (!existsSync(path)) return 'Failed to open path';
    return open([path]);
  },
  showItemInFolder(path: string): void {
    if (process.platform === 'darwin') void open(['-R', path]);
    else void open([dirname(path)]);
  },
  async openExternal(url: string): Promise<void> {
    const problem = await open([url]);
    if (problem !== '') throw new Error(problem);
  },
} satisfies Partial<Electron.Shell>);

function opener(): readonly [program: string, ...first: string[]] {
  if (process.platform === 'darwin') return ['open'];
  // The empty argument is the title of the window that `start` would else take the path for.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}

async function open(args: readonly string[]): Promise<string> {
  const [program, ...first] = opener();
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...args], { detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => resolve(''), complaintLimitMs);
    const settle = (problem: string) => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.on('error', (error) => settle(`${program} could not be started: ${error.message}`));
    child.on('exit', (code) => settle(code === 0 ? '' : `${program} ended with status ${code}`));
    child.unref();
  });
}
