import type { IncomingHttpHeaders } from 'node:http';

/**
 * How much the bodies of all requests may take that have no answer yet: a thousand that wait, each with the largest body, would be more than the memory.
 * What is counted is what `Content-Length` says, before anything of it is read.
 */
export class BodyBudget {
  #taken = 0;

  /**
   * @param bytes of all bodies together
   * @param bodyLimit of one, in bytes: what a body counts whose length is not said, or is said to be larger, as it is not read further than that
   */
  constructor(
    private readonly bytes: number,
    private readonly bodyLimit: number,
  ) {}

  /** Takes what a body needs, and gives what lets go of it; null if there is not enough left. One alone is let in however large it is. */
  take(headers: IncomingHttpHeaders): (() => void) | null {
    const said = Number(headers['content-length'] ?? this.bodyLimit);
    const size = Math.min(said, this.bodyLimit);
    if (this.#taken > 0 && this.#taken + size > this.bytes) return null;
    this.#taken += size;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= size;
      isTaken = false;
    };
  }
}
