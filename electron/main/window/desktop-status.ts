import { type BrowserWindow, app, powerSaveBlocker } from 'electron';
import type { QueueSummary } from '../../shared/jobs.js';

/** What the taskbar or dock shows of the queue, and whether the machine must stay awake. */
interface Status {
  /** From 0 to 1; null without a batch. */
  readonly progress: number | null;
  readonly mode: 'normal' | 'paused' | 'error';
  /** The number of unfinished jobs. */
  readonly badge: number;
  readonly keepsAwake: boolean;
}

/** Returns what the desktop shows for a state of the queue. */
export function desktopStatus({ paused, counts, batch }: QueueSummary): Status {
  return {
    progress: batch === null || batch.total === 0 ? null : batch.ended / batch.total,
    mode: paused ? 'paused' : (batch?.failed ?? 0) > 0 ? 'error' : 'normal',
    badge: counts.queued + counts.running,
    keepsAwake: counts.running > 0,
  };
}

/** Shows the queue in the taskbar or dock, and keeps the machine awake while jobs run. */
export class DesktopStatus {
  readonly #window: BrowserWindow;
  #shown: Status = { progress: null, mode: 'normal', badge: 0, keepsAwake: false };
  #blocker: number | null = null;

  constructor(window: BrowserWindow) {
    this.#window = window;
  }

  update(summary: QueueSummary): void {
    const status = desktopStatus(summary);
    const before = this.#shown;
    this.#shown = status;
    if (status.keepsAwake !== before.keepsAwake) this.#keepAwake(status.keepsAwake);
    if (this.#window.isDestroyed()) return;
    if (status.badge !== before.badge) app.setBadgeCount(status.badge);
    if (status.progress !== before.progress || status.mode !== before.mode) {
      this.#window.setProgressBar(status.progress ?? -1, { mode: status.mode });
    }
  }

  #keepAwake(isNeeded: boolean): void {
    if (isNeeded) this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker);
  }
}
