import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { checkString } from '../arguments.js';
import { partialModule } from '../not-implemented.js';

/** The module `shell` (docs/api/shell.md), which runs the system's command. */
export const shell = partialModule('shell', {
  /**
   * Resolves with an empty string or an error text. On Linux it never settles, as in Electron,
   * which drops the callback there (shell/common/platform_util_linux.cc).
   */
  async openPath(path: string): Promise<string> {
    checkString(path);
    if (process.platform !== 'linux') return open([path], 'exited');
    void open([path], 'started');
    return new Promise(() => undefined);
  },
  showItemInFolder(path: string): void {
    checkString(path);
    void open(process.platform === 'darwin' ? ['-R', path] : [dirname(path)], 'started');
  },
  /**
   * On Linux it resolves once the system's command has started, as in Electron, even if it fails.
   */
  async openExternal(url: string): Promise<void> {
    checkString(url);
    // As in Chromium, an invalid URL becomes empty.
    const address = URL.canParse(url) ? new URL(url).href : '';
    const problem = await open([address], process.platform === 'linux' ? 'started' : 'exited');
    if (problem !== '') throw new Error(problem);
  },
} satisfies Partial<Electron.Shell>);

function opener(): readonly [program: string, ...first: string[]] {
  if (process.platform === 'darwin') return ['open'];
  // The empty argument is the window title; otherwise `start` uses the path as the title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return ['xdg-open'];
}

/**
 * Runs the system's command. Returns an empty string, or what failed until it started or exited.
 */
async function open(args: readonly string[], until: 'started' | 'exited'): Promise<string> {
  const [program, ...first] = opener();
  const child = spawn(program, [...first, ...args], { detached: true, stdio: 'ignore' });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch {
    // Electron gives no reason either.
    return 'Failed to open path';
  }
  if (until === 'started') return '';
  const [status] = (await once(child, 'exit')) as [number | null];
  return status === 0 ? '' : 'Failed to open path';
}
