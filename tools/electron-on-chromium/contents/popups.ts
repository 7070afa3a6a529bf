import type { AttachedTarget } from '../chromium/browser.js';
import { isGone } from '../devtools/session.js';

/** A window that a page has opened, whose requests are paused. */
export interface HeldPopup {
  readonly target: AttachedTarget;
  /** Passes the events since it was opened to the current listeners, and resumes it. */
  readonly release: () => void;
}

type Decision = (popup: HeldPopup) => void;

/**
 * The windows that a page opens. Chromium reports the window and its URL in any order, and both in
 * the order of opening.
 */
export class Popups {
  readonly #held: HeldPopup[] = [];
  readonly #decisions: Decision[] = [];

  /** Holds a window until the application has decided. */
  async hold(target: AttachedTarget): Promise<void> {
    const { session } = target;
    const events: (readonly [string, unknown])[] = [];
    let isHeld = true;
    session.onAny((method, params) => {
      if (isHeld) events.push([method, params]);
    });
    try {
      await Promise.all([
        session.send('Page.enable'),
        session.send('Network.enable'),
        session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true }),
      ]);
      session.post('Runtime.runIfWaitingForDebugger');
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    const release = () => {
      isHeld = false;
      for (const [method, params] of events.splice(0)) session.dispatch(method, params);
    };
    this.#held.push({ target, release });
    this.#match();
  }

  /** Decides about the oldest window without a decision. */
  decide(decision: Decision): void {
    this.#decisions.push(decision);
    this.#match();
  }

  #match(): void {
    const [popup, decision] = [this.#held[0], this.#decisions[0]];
    if (popup === undefined || decision === undefined) return;
    this.#held.shift();
    this.#decisions.shift();
    decision(popup);
  }
}
