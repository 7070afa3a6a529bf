import { type BrowserWindow, Notification } from 'electron';
import type { BatchResult } from '../jobs/batch.js';
import { batchSentence, batchTitle } from './batch-words.js';
import { bringToFront } from './app-window.js';

/**
 * Tells the end of a batch to a person who does not see the window; a click brings the window to
 * the front.
 */
export function notifyBatchFinished(window: BrowserWindow, result: BatchResult): void {
  const title = batchTitle(result);
  if (title === null || window.isDestroyed() || window.isFocused()) return;
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body: batchSentence(result) });
  shown.add(notification);
  notification.on('click', () => bringToFront(window));
  notification.on('close', () => shown.delete(notification));
  notification.show();
}

/**
 * A notification that nothing refers to any more may be collected, and its click is then heard by
 * nobody.
 */
const shown = new Set<Notification>();
