import { codeOf, errorText } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { settleWithin } from '../util/async.js';
import { type Clock, systemClock } from '../util/clock.js';

/** The events and methods of Electron's `app` for quitting. */
interface QuittingApp {
  on(event: 'before-quit', listener: (event: PreventableEvent) => void): unknown;
  // Electron declares overloads, which one signature with a union does not match.
  // eslint-disable-next-line @typescript-eslint/unified-signatures
  on(event: 'will-quit', listener: (event: PreventableEvent) => void): unknown;
  exit(status: number): void;
}

interface PreventableEvent {
  preventDefault(): void;
}

interface Step {
  /** Name of the work or the file, for the log. */
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

interface ShutdownOptions {
  readonly log: (line: string) => void;
  /** Set for a command: quitting then only requests it to stop, and the command ends itself. */
  readonly command?: StopRequest;
  readonly clock?: Clock;
}

/** How long quitting waits for all steps together, in milliseconds. */
export const shutdownLimitMs = 10_000;

/**
 * Ends the application, once and in this order:
 * 1. `before-quit`: work is stopped while its windows still exist, last opened first.
 * 2. Electron closes the windows, whose pages may still send input.
 * 3. `will-quit`: quitting waits until all work has stopped and all files are written, but no
 * longer than {@link shutdownLimitMs}: a locked keychain, for instance, may never respond.
 */
export class Shutdown {
  readonly #app: QuittingApp;
  readonly #log: (line: string) => void;
  readonly #clock: Clock;
  readonly #stops: Step[] = [];
  readonly #writes: Step[] = [];
  readonly #pending = new Set<string>();
  #stopping: Promise<void>[] | null = null;
  #isExiting = false;

  constructor(app: QuittingApp, { log, command, clock = systemClock }: ShutdownOptions) {
    this.#app = app;
    this.#log = log;
    this.#clock = clock;
    app.on('before-quit', (event) => {
      if (command === undefined) {
        this.#stopAll();
        return;
      }
      event.preventDefault();
      command.byQuit();
    });
    app.on('will-quit', (event) => {
      event.preventDefault();
      void this.exit(0);
    });
  }

  /** Registers work to stop when the application quits; at once if it is already quitting. */
  onQuit(name: string, run: Step['run']): void {
    const step = { name, run };
    this.#stops.push(step);
    this.#stopping?.push(this.#run(step));
  }

  /** Registers a write to wait for after all work has stopped and all windows are closed. */
  beforeExit(name: string, run: Step['run']): void {
    this.#writes.push({ name, run });
  }

  /** Stops all work, waits for writes and exits. Only the first call has an effect. */
  async exit(status: number): Promise<void> {
    if (this.#isExiting) return;
    this.#isExiting = true;
    const isDone = await settleWithin([this.#end()], shutdownLimitMs, { clock: this.#clock });
    if (!isDone) this.#log(`Quit without waiting for ${[...this.#pending].join(', ')}.`);
    this.#app.exit(status);
  }

  async #end(): Promise<void> {
    this.#stopAll();
    await Promise.all(this.#stopping ?? []);
    await Promise.all(this.#writes.map(async (step) => this.#run(step)));
  }

  #stopAll(): void {
    this.#stopping ??= this.#stops.toReversed().map(async (step) => this.#run(step));
  }

  /** Logs a failure: it must not keep the user from quitting. */
  async #run({ name, run }: Step): Promise<void> {
    this.#pending.add(name);
    try {
      await run();
    } catch (error) {
      this.#log(`Couldn't end ${name} properly. ${errorText(error)}`);
    } finally {
      this.#pending.delete(name);
    }
  }
}

/** Exit statuses after a signal, as shells count them: 128 and the signal's number. */
const signalStatus = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof signalStatus;

export const stopSignals: readonly StopSignal[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/**
 * How long further signals count as the same request, in milliseconds. One Ctrl+C may arrive twice
 * under npm: from the terminal, which signals the whole process group, and from npm, which forwards
 * it to its shell (`@npmcli/run-script`, signal-manager); bash has then become the command.
 */
export const sameRequestMs = 500;

/** Errors of a pipe whose reader has closed it; Windows has the second one. */
const closedPipe: ReadonlySet<string> = new Set(['EPIPE', 'EOF']);

/** A request to stop a command: a signal, a request to quit, or output that fails. */
export class StopRequest {
  readonly #controller = new AbortController();
  readonly #exitNow: (status: number) => void;
  readonly #now: () => number;
  #status: number | undefined;
  #outputError: Error | undefined;
  #signaledAt: number | undefined;

  /**
   * @param exitNow ends the process at once, for a second request
   * @param now returns milliseconds
   */
  constructor(exitNow: (status: number) => void, now: () => number = () => performance.now()) {
    this.#exitNow = exitNow;
    this.#now = now;
  }

  /**
   * Aborted when the command must stop. The reason is a message, such as the name of a signal; null
   * if nothing is reported.
   */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The status to exit with; undefined without a request. */
  get status(): number | undefined {
    return this.#status;
  }

  /** Why the results could not be written, except for a closed pipe. */
  get outputError(): Error | undefined {
    return this.#outputError;
  }

  /**
   * Stops for a signal, and exits immediately for another one that is not part of the same request.
   */
  bySignal(name: StopSignal): void {
    const time = this.#now();
    const isSameRequest = this.#signaledAt !== undefined && time - this.#signaledAt < sameRequestMs;
    this.#signaledAt ??= time;
    if (this.#status === undefined) this.#stop(signalStatus[name], literal(name));
    else if (!isSameRequest) this.#exitNow(this.#status);
  }

  /** Stops because the application quits. If a signal caused that, the signal counts. */
  byQuit(): void {
    setImmediate(() => {
      if (this.#status !== undefined) return;
      this.#stop(signalStatus.SIGTERM, message('convert.stoppedByQuit'));
    });
  }

  /**
   * Stops because the results can't be written. It is not an error if their reader has closed the
   * pipe.
   */
  byOutputError(error: Error): void {
    const isClosed = closedPipe.has(codeOf(error));
    if (!isClosed) this.#outputError ??= error;
    if (this.#status === undefined) this.#stop(isClosed ? signalStatus.SIGHUP : 1, null);
  }

  #stop(status: number, reason: Message | null): void {
    this.#status = status;
    this.#controller.abort(reason);
  }
}
