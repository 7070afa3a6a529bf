import { type ChildProcess, spawn } from 'node:child_process';
import { cancelableEvent } from '../cancelable-event.js';
import { PartialEmitter, refuseOtherKeys } from '../not-implemented.js';
import { isExecutable, pathsOnPath } from '../programs-on-path.js';
import { app } from './app.js';
import { applicationName } from './manifest.js';

type ImplementedMembers = Pick<Electron.Notification, 'show'>;

/** Shows a notification on freedesktop systems and waits for the user's reaction. */
const program = 'notify-send';

/** What the program prints when the notification itself is clicked: the name of that action. */
const clicked = 'default';

/** A system notification (docs/api/notification.md), shown by the freedesktop command. */
export class Notification extends PartialEmitter implements ImplementedMembers {
  readonly #title: string;
  readonly #body: string;
  #child: ChildProcess | undefined;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super(['click', 'close']);
    if (!app.isReady()) throw new Error('Cannot create Notification before app is ready');
    refuseOtherKeys(options, ['title', 'body'], 'Notification');
    this.#title = textOf(options.title);
    this.#body = textOf(options.body);
  }

  /** Whether the command exists. A notification service may still be missing. */
  static isSupported(): boolean {
    return process.platform === 'linux' && pathsOnPath(program).some(isExecutable);
  }

  /** Shows the notification, or replaces it if it is shown already. */
  show(): void {
    const before = this.#child;
    this.#child = undefined;
    before?.kill();
    const args = [`--app-name=${applicationName()}`, `--action=${clicked}=Show`, '--'];
    const child = spawn(program, [...args, this.#title, this.#body], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    let printed = '';
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    // As on Linux, where Electron has no event for a failed notification.
    child.on('error', (error) => report(error.message));
    child.on('close', (status) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (status !== 0) report(`${program} ended with status ${status}`);
      else this.emit(printed.trim() === clicked ? 'click' : 'close', cancelableEvent({}));
    });
    child.unref();
  }
}

/** Electron ignores values that are not strings. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function report(problem: string): void {
  process.stderr.write(`electron-on-chromium: a notification was not shown: ${problem}\n`);
}
