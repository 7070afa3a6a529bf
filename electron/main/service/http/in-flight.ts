import type { FastifyInstance } from 'fastify';

/** Counts the requests that have no whole answer yet, so that none is cut off when the service ends. */
export class InFlight {
  #count = 0;
  #none: () => void = () => undefined;

  constructor(app: FastifyInstance) {
    app.addHook('onRequest', (_request, _reply, done) => {
      this.#count += 1;
      done();
    });
    // Comes for answers that broke off too.
    app.addHook('onResponse', (_request, _reply, done) => {
      this.#count -= 1;
      if (this.#count === 0) this.#none();
      done();
    });
  }

  /** Resolves when there is none, or when whoever reads one has had time enough. @param limitMs in milliseconds */
  async none(limitMs: number): Promise<void> {
    if (this.#count === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      this.#none = done;
      timer = setTimeout(done, limitMs);
    });
    clearTimeout(timer);
  }
}
