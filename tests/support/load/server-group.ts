import { type RunningService, startServe } from '../../integration/support/run-serve.js';

export interface ServerGroupOptions {
  readonly args: readonly string[];
  readonly configFolder: string;
  readonly servers: number;
}

/** Servers of one store behind one door, which are killed and started again. */
export class ServerGroup {
  readonly #up: (RunningService | null)[] = [];
  #turn = 0;
  #waiting: (() => void)[] = [];

  private constructor(private readonly options: ServerGroupOptions) {}

  static async start(options: ServerGroupOptions): Promise<ServerGroup> {
    const group = new ServerGroup(options);
    for (let number = 0; number < options.servers; number += 1) await group.begin(number);
    return group;
  }

  /** One server after the other, of those that are up; waits for one. */
  async address(): Promise<string> {
    for (;;) {
      const up = this.#up.filter((server) => server !== null);
      this.#turn += 1;
      const next = up[this.#turn % up.length];
      if (next !== undefined) return next.address;
      await new Promise<void>((begun) => this.#waiting.push(begun));
    }
  }

  async begin(number: number): Promise<void> {
    const { args, configFolder } = this.options;
    const server = await startServe(args, { configFolder });
    this.#up[number] = server;
    for (const begun of this.#waiting.splice(0)) begun();
  }

  /** Ends one at once, whatever it does, and resolves when it is gone. */
  async kill(number: number): Promise<void> {
    const server = this.#up[number];
    this.#up[number] = null;
    server?.signal('SIGKILL');
    await server?.ended;
  }

  /** Asks all to stop. @returns their exit statuses */
  async stop(): Promise<readonly (number | null)[]> {
    const servers = this.#up.splice(0).filter((server) => server !== null);
    return Promise.all(servers.map((server) => server.stop()));
  }
}
