import { BrowserWindow, app, session } from 'electron';
import { codeOf } from '../../../shared/errors.js';
import type { WatchedProcesses } from './memory-watch.js';

/** The processes of untrusted pages: those of pages, but for the application's own window. */
export const pageProcesses: WatchedProcesses = {
  list: () => {
    const own = new Set(ownProcesses());
    return app
      .getAppMetrics()
      .filter(({ type, pid }) => type === 'Tab' && !own.has(pid))
      .map(({ pid, memory }) => ({ pid, bytes: memory.workingSetSize * 1024 }));
  },
  end: (pid) => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended by itself since it was looked at, or is about to, or its number is another's by now.
      if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
    }
  },
};

function ownProcesses(): readonly number[] {
  return BrowserWindow.getAllWindows()
    .filter((window) => !window.isDestroyed())
    .filter(({ webContents }) => webContents.session === session.defaultSession)
    .map(({ webContents }) => webContents.getOSProcessId());
}
