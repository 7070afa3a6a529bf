import { type BrowserWindow, type MessageBoxOptions, app, dialog } from 'electron';
import type { UnsavedInPage } from '../../shared/bridge.js';
import { type Message, message } from '../../shared/messages/message.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { Outbox } from '../outbox/outbox.js';
import type { UserState } from '../settings/user-state.js';
import { sendToWindow } from './bridge-handlers.js';
import type { ServiceSwitch } from './service-switch.js';
import { windowText } from './window-text.js';

interface QuitParts {
  readonly queue: Pick<JobQueue, 'listed'>;
  readonly outbox: Pick<Outbox, 'rows' | 'writeError'>;
  readonly service: Pick<ServiceSwitch, 'state'>;
  readonly state: Pick<UserState, 'draft'>;
}

/**
 * A sentence each. Nothing else is lost: the queue, uploads, PDFs that wait for their destination,
 * settings and the form are on the disk, and local conversions start again.
 * @param unsaved what only the window's page knows
 */
export function lossesByQuitting(
  { queue, outbox, service, state }: QuitParts,
  unsaved: readonly UnsavedInPage[],
): readonly Message[] {
  const { rows, summary } = queue.listed;
  const sent = rows.filter(
    ({ status, renderOn }) => status === 'running' && renderOn !== undefined,
  );
  const requests = sent.length + (unsaved.includes('request') ? 1 : 0);
  const answered = service.state.status === 'on' ? service.state.running : 0;
  const jobs = summary.counts.queued + summary.counts.running;
  const uploads = outbox.rows.filter(({ status }) => status === 'waiting' || status === 'running');
  return [
    ...(requests > 0 ? [message('quit.requests', { count: requests })] : []),
    ...(answered > 0 ? [message('quit.server', { count: answered })] : []),
    ...(jobs > 0 && summary.persistenceError !== undefined
      ? [message('quit.jobs', { reason: summary.persistenceError })]
      : []),
    ...(uploads.length > 0 && outbox.writeError !== null
      ? [message('quit.uploads', { reason: outbox.writeError })]
      : []),
    ...(unsaved.includes('settings') ? [message('quit.settings')] : []),
    ...(hasUnsavedHtml(state) ? [message('quit.html')] : []),
  ];
}

/** With a compliance flag on, sources are not persisted. Files and URLs are quick to add again. */
function hasUnsavedHtml({ draft }: QuitParts['state']): boolean {
  return draft !== null && hasComplianceFlag(draft) && draft.tab === 'html' && draft.html !== '';
}

/**
 * Keeps the draft and quits at the end of a session on Windows, which emits no `before-quit`
 * (Electron, `docs/api/app.md`).
 */
export function quitWithSession(window: BrowserWindow): void {
  // The user may still cancel it.
  window.on('query-session-end', () => sendToWindow(window.webContents, 'app:session-ending', {}));
  window.on('session-end', () => app.quit());
}

/**
 * Asks before the user quits, if that would lose something: when the window is closed, and for Quit
 * in the menu. Whatever else ends Platen, such as the end of the session, a signal or an update, is
 * never delayed: it emits `before-quit` before the window is closed.
 */
export class QuitQuestion {
  readonly #window: BrowserWindow;
  readonly #losses: () => readonly Message[];
  #isQuitting = false;
  #isAsking = false;

  constructor(window: BrowserWindow, losses: () => readonly Message[]) {
    this.#window = window;
    this.#losses = losses;
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
    window.on('close', (event) => {
      if (this.#isQuitting) return;
      const found = this.#losses();
      if (found.length === 0) return;
      event.preventDefault();
      void this.#ask(found);
    });
  }

  /** Quits, or asks first. */
  quit(): void {
    const found = this.#losses();
    if (found.length === 0) app.quit();
    else void this.#ask(found);
  }

  async #ask(losses: readonly Message[]): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const options: MessageBoxOptions = {
      type: 'warning',
      message: windowText(message('quit.title')),
      detail: losses.map(windowText).join('\n\n'),
      buttons: [windowText(message('quit.quit')), windowText(message('quit.cancel'))],
      defaultId: 1,
      cancelId: 1,
    };
    try {
      const { response } = await dialog.showMessageBox(this.#window, options);
      if (response === 0) app.quit();
    } finally {
      this.#isAsking = false;
    }
  }
}
