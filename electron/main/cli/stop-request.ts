/**
 * Exit statuses of a process that a signal ended, as shells count them: 128 and the signal's
 * number.
 */
const signalStatus = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof signalStatus;

/** Signals that ask a command to stop. */
export const stopSignals: readonly StopSignal[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/**
 * How long further signals count as the same request, in ms. One Ctrl+C may arrive twice where npm
 * runs the command: from the terminal, which sends it to the whole process group, and from npm,
 * which forwards it to its shell (`@npmcli/run-script`, signal-manager); bash has then become the
 * command.
 */
export const sameRequestMs = 500;

/** A request to stop a command, from wherever it comes first. */
export class StopRequest {
  readonly #controller = new AbortController();
  readonly #exitNow: (status: number) => void;
  readonly #now: () => number;
  #status: number | undefined;
  #signaledAt: number | undefined;

  /**
   * @param exitNow ends the process at once: whoever asks twice does not want to wait for what is being written
   * @param now a clock in ms
   */
  constructor(exitNow: (status: number) => void, now: () => number = () => performance.now()) {
    this.#exitNow = exitNow;
    this.#now = now;
  }

  /**
   * Aborted when the command is to stop; the reason is the signal's name, or null if there is
   * nothing to tell.
   */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The status to end with; undefined if nobody has asked to stop. */
  get status(): number | undefined {
    return this.#status;
  }

  /**
   * Stops for a signal; exits at once for another one that the first request cannot have caused.
   */
  bySignal(name: StopSignal): void {
    const time = this.#now();
    const isSameRequest = this.#signaledAt !== undefined && time - this.#signaledAt < sameRequestMs;
    this.#signaledAt ??= time;
    if (this.#status === undefined) this.#stop(signalStatus[name], name);
    else if (!isSameRequest) this.#exitNow(this.#status);
  }

  /** The application is to quit, which a signal may have brought about: that one counts then. */
  byQuit(): void {
    setImmediate(() => {
      if (this.#status === undefined) this.#stop(signalStatus.SIGTERM, 'the end of the session');
    });
  }

  /** Whoever reads the results has stopped reading; that is no fault to report. */
  byClosedOutput(): void {
    if (this.#status === undefined) this.#stop(signalStatus.SIGHUP, null);
  }

  #stop(status: number, reason: string | null): void {
    this.#status = status;
    this.#controller.abort(reason);
  }
}
