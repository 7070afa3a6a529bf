import type { Notice } from '../../shared/bridge.js';
import type { Message } from '../../shared/messages/message.js';

/**
 * Paths from the command line, a second start or the system's file manager. They wait until the
 * window asks for them.
 */
export class IncomingPaths {
  readonly #waiting: string[];
  #deliver: ((paths: readonly string[]) => void) | null = null;

  constructor(paths: readonly string[]) {
    this.#waiting = [...paths];
  }

  add(paths: readonly string[]): void {
    if (this.#deliver) this.#deliver(paths);
    else this.#waiting.push(...paths);
  }

  /** Returns the waiting paths; later ones are delivered at once. */
  open(deliver: (paths: readonly string[]) => void): readonly string[] {
    this.#deliver = deliver;
    return this.#waiting.splice(0);
  }
}

/** A message to the user. */
export interface PendingNotice {
  readonly message: Message;
  /** Returns true once the notice is obsolete. Without it, the notice stays. */
  readonly isResolved?: () => boolean;
}

interface NoticeEvents {
  readonly onAdded: (notice: Notice) => void;
  readonly onResolved: (id: string) => void;
}

/**
 * Messages about what happened outside the window. The window reads them when it starts or is
 * reloaded, and receives later ones as events.
 */
export class WindowNotices {
  readonly #events: NoticeEvents;
  readonly #notices = new Map<string, PendingNotice>();
  #hasStarted = false;
  #count = 0;

  constructor(events: NoticeEvents) {
    this.#events = events;
  }

  list(): readonly Notice[] {
    this.#hasStarted = true;
    this.checkResolved();
    return [...this.#notices].map(([id, { message }]) => ({ id, message }));
  }

  add(notices: readonly PendingNotice[]): void {
    for (const notice of notices) {
      const id = `notice-${++this.#count}`;
      this.#notices.set(id, notice);
      if (this.#hasStarted) this.#events.onAdded({ id, message: notice.message });
    }
  }

  /** Removes resolved notices, also from the window. Call it after a change of secrets. */
  checkResolved(): void {
    for (const [id, { isResolved }] of this.#notices) {
      if (isResolved?.() !== true) continue;
      this.#notices.delete(id);
      if (this.#hasStarted) this.#events.onResolved(id);
    }
  }
}
