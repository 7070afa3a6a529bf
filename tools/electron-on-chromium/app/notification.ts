import { type ChildProcess, spawn } from 'node:child_process';
import { cancelableEvent } from '../cancelable-event.js';
import { PartialEmitter, refuseOtherKeys } from '../not-implemented.js';
import { isExecutable, pathsOnPath } from '../programs-on-path.js';
import { app } from './app.js';

type ImplementedMembers = Pick<Electron.Notification, 'show' | 'close' | 'title' | 'body'>;

/** The program that shows a notification on a freedesktop system, and waits for what becomes of it. */
const program = 'notify-send';

/** What the program prints when the notification itself is clicked, as its interface names that action. */
const clicked = 'default';

/** A notification of the system (docs/api/notification.md), over the freedesktop system's own command. */
export class Notification extends PartialEmitter implements ImplementedMembers {
  title: string;
  body: string;
  #child: ChildProcess | undefined;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super(['show', 'click', 'close']);
    refuseOtherKeys(options, ['title', 'body'], 'Notification');
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }

  /** Whether the system has the command; a system that has it may still have nothing that shows notifications. */
  static isSupported(): boolean {
    return process.platform === 'linux' && pathsOnPath(program).some(isExecutable);
  }

  /** Shows it, in the place of itself if it is there already. */
  show(): void {
    this.close();
    const args = [
      `--app-name=${app.name}`,
      `--action=${clicked}=Show`,
      '--',
      this.title,
      this.body,
    ];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    let printed = '';
    child.once('spawn', () => this.emit('show', cancelableEvent({})));
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    // As on any Linux, where Electron has no event for a notification that fails.
    child.on('error', (error) => tell(error.message));
    child.on('close', (status) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (status !== 0) tell(`${program} ended with status ${status}`);
      else this.emit(printed.trim() === clicked ? 'click' : 'close', cancelableEvent({}));
    });
    child.unref();
  }

  close(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
  }
}

function tell(problem: string): void {
  process.stderr.write(`electron-on-chromium: a notification was not shown: ${problem}\n`);
}
