import { app } from 'electron';
import { errorText } from '../../shared/errors.js';

/** Something that is written to the disk in the background. */
export interface Written {
  readonly isWriting: boolean;
  /** Resolves when nothing is being written; rejects if that failed. */
  settled(): Promise<void>;
}

/**
 * Has the application end only when all is written, such as what the window handed over as it closed. What cannot be written is logged: it keeps
 * nobody from quitting.
 */
export function quitAfterWriting(written: readonly Written[], log: (line: string) => void): void {
  app.on('will-quit', (event) => {
    if (!written.some(({ isWriting }) => isWriting)) return;
    event.preventDefault();
    void Promise.allSettled(written.map(async (each) => each.settled())).then((ends) => {
      for (const end of ends) {
        if (end.status === 'rejected') log(`Not all was written. ${errorText(end.reason)}`);
      }
      app.quit();
    });
  });
}
