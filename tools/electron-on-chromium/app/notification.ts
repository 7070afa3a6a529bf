import { type ChildProcess, spawn } from 'node:child_process';
import { cancelableEvent } from '../cancelable-event.js';
import { PartialEmitter, refuseOtherKeys } from '../not-implemented.js';
import { isExecutable, pathsOnPath } from '../programs-on-path.js';
import { app } from './app.js';
import { applicationName } from './manifest.js';

type ImplementedMembers = Pick<Electron.Notification, 'show'>;

/**
 * The program that shows a notification on a freedesktop system, and waits for what becomes of it.
 */
const program = 'notify-send';

/**
 * What the program prints when the notification itself is clicked, as its interface names that
 * action.
 */
const clicked = 'default';

/**
 * A notification of the system (docs/api/notification.md), over the freedesktop system's own
 * command.
 */
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

  /**
   * Whether the system has the command; a system that has it may still have nothing that shows
   * notifications.
   */
  static isSupported(): boolean {
    return process.platform === 'linux' && pathsOnPath(program).some(isExecutable);
  }

  /** Shows it, and replaces itself if it is shown already. */
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
    // As on any Linux, where Electron has no event for a notification that fails.
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

/** Electron leaves out what is not a string. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function report(problem: string): void {
  process.stderr.write(`electron-on-chromium: a notification was not shown: ${problem}\n`);
}
