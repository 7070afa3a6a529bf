import type { Notice } from '../../shared/bridge.js';
import { errorData } from '../../shared/messages/errors.js';
import type { Message } from '../../shared/messages/message.js';
import type { SourceList } from '../../shared/source-list.js';

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

  /** @returns the waiting paths; later ones are delivered at once */
  open(deliver: (paths: readonly string[]) => void): readonly string[] {
    this.#deliver = deliver;
    return this.#waiting.splice(0);
  }
}

export interface PendingNotice {
  readonly message: Message;
  /** True once the notice is obsolete. Without it, the notice stays. */
  readonly isResolved?: () => boolean;
  /** The user has nothing to do. */
  readonly isPassing?: true;
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
    return [...this.#notices].map(([id, notice]) => noticeOf(id, notice));
  }

  add(notices: readonly PendingNotice[]): void {
    for (const notice of notices) {
      const id = `notice-${++this.#count}`;
      this.#notices.set(id, notice);
      if (this.#hasStarted) this.#events.onAdded(noticeOf(id, notice));
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

function noticeOf(id: string, { message, isPassing }: PendingNotice): Notice {
  return { id, message, ...(isPassing && { isPassing }) };
}

/** Loads files that were opened from outside the window. A failure becomes a notice. */
export async function openFiles(
  paths: readonly string[],
  load: (paths: readonly string[]) => Promise<SourceList>,
  onLoaded: (list: SourceList) => void,
  notices: Pick<WindowNotices, 'add'>,
): Promise<void> {
  try {
    onLoaded(await load(paths));
  } catch (error) {
    notices.add([{ message: errorData(error).message }]);
  }
}

/** The scheme of links that open Platen, as `protocols` in electron-builder.yml. */
export const linkScheme = 'platen';

/** Longer URLs are not accepted from a link. */
const maxLength = 4096;

/** A link rather than a path. */
export function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${linkScheme}:`);
}

/**
 * The URL that a link such as `platen://convert?url=https%3A%2F%2Fexample.org` asks to convert;
 * null if it asks for anything else. Any page may contain a link, so only http and https are
 * accepted, without credentials, and the window asks before it loads the URL.
 */
export function urlOfLink(link: string): string | null {
  if (!isLink(link) || !URL.canParse(link)) return null;
  const { host, pathname, searchParams } = new URL(link);
  const wanted = searchParams.get('url') ?? '';
  if (host !== 'convert' || !['', '/'].includes(pathname)) return null;
  if (wanted.length > maxLength || !URL.canParse(wanted)) return null;
  const { protocol, username, password, href } = new URL(wanted);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return username === '' && password === '' ? href : null;
}
