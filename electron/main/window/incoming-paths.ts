/**
 * Paths that reach the application from outside: its command line, a second start, the system's file manager. They wait until the
 * window asks for them, so that none is lost while it starts.
 */
export class IncomingPaths {
  #waiting: string[];
  #deliver: ((paths: readonly string[]) => void) | null = null;

  constructor(paths: readonly string[]) {
    this.#waiting = [...paths];
  }

  add(paths: readonly string[]): void {
    if (this.#deliver) this.#deliver(paths);
    else this.#waiting.push(...paths);
  }

  /** Gives what has been waiting; what comes from now on is delivered at once. */
  open(deliver: (paths: readonly string[]) => void): readonly string[] {
    this.#deliver = deliver;
    return this.#waiting.splice(0);
  }
}
