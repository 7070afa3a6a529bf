import { app, dialog } from 'electron';
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { message } from '../../shared/messages/message.js';
import { windowText } from './window-text.js';

/** A window is restarted this often in {@link crashPeriodMs}; then Platen gives up. */
export const maxCrashes = 3;
export const crashPeriodMs = 60_000;

interface Recovery {
  /** Loads the window's page; rejects if that fails. */
  readonly reload: () => Promise<void>;
  /** Called when the window was restarted after a crash. */
  readonly onRestarted: () => void;
  readonly log: (line: string) => void;
}

/**
 * Restarts the page of the application's window after its process has ended, and offers to do so
 * when it does not respond. The draft and the queue live in the main process, so nothing is lost.
 */
export function recoverWindow(
  window: BrowserWindow,
  { reload, onRestarted, log }: Recovery,
  now: () => number = () => performance.now(),
): void {
  let crashes: readonly number[] = [];
  const { webContents } = window;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log(`The process of the window ended: ${reason} (${exitCode}).`);
    const time = now();
    crashes = [...crashes.filter((each) => time - each < crashPeriodMs), time];
    if (crashes.length > maxCrashes) {
      giveUp();
      return;
    }
    // The window may not load while its end is still being reported.
    setImmediate(() => {
      if (window.isDestroyed()) return;
      onRestarted();
      reload().catch((error: unknown) => log(`Couldn't restart the window. ${String(error)}`));
    });
  });
  offerRestart(window);
}

function giveUp(): void {
  dialog.showErrorBox(
    windowText(message('crash.repeatedTitle')),
    windowText(message('crash.repeated')),
  );
  app.quit();
}

/** Asks what to do while the window does not respond, until it responds again. */
function offerRestart(window: BrowserWindow): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question !== null) return;
    question = new AbortController();
    void ask(window, question.signal).then((restarts) => {
      question = null;
      if (restarts && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => question?.abort());
}

async function ask(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    message: windowText(message('crash.unresponsive')),
    detail: windowText(message('crash.unresponsiveHelp')),
    buttons: [windowText(message('crash.wait')), windowText(message('crash.restart'))],
    defaultId: 0,
    cancelId: 0,
    signal,
  };
  return (await dialog.showMessageBox(window, options)).response === 1;
}
