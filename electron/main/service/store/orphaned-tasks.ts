import type { Database } from './database.js';

/** A task that is this server's by the database alone, or whose message is. */
export interface OrphanedTask {
  readonly id: string;
  readonly isAsynchronous: boolean;
  /** It has ended, and its message is noted as being posted. */
  readonly isMessage: boolean;
}

/**
 * Finds the tasks of this server that it knows nothing of. They come about where the database fails in the middle: a task is admitted, but the answer that
 * says so is lost, or its end cannot be written, or that its message is posted. Nobody else would look after them while this server is alive.
 */
export class OrphanedTasks {
  /** When each was first seen to be one. */
  private seen = new Map<string, number>();

  /**
   * @param isKnown whether this server carries out a task, or posts its message
   * @param graceMs how long it must have been one: what is just being admitted or taken looks the same
   */
  constructor(
    private readonly database: Database,
    private readonly server: string,
    private readonly isKnown: (task: string) => boolean,
    private readonly graceMs: number,
  ) {}

  async find(): Promise<readonly OrphanedTask[]> {
    const ours = await this.database.query<OrphanedTask>(
      `select id, is_asynchronous as "isAsynchronous", poster is not null as "isMessage"
      from platen.task where (server = $1 and status = 'running') or poster = $1`,
      [this.server],
    );
    const now = performance.now();
    const strays = ours.filter(({ id }) => !this.isKnown(id));
    this.seen = new Map(strays.map(({ id }) => [id, this.seen.get(id) ?? now]));
    return strays.filter(({ id }) => now - (this.seen.get(id) ?? now) >= this.graceMs);
  }
}
