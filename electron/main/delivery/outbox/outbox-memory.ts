import type { Outgoing } from './outgoing.js';

/** What deliveries are remembered by when Platen ends, however it ends. */
export interface OutboxMemory {
  /** Remembers a delivery as it is now; it is on the disk when this resolves. @throws AppError `write-failed` */
  keep(outgoing: Outgoing): Promise<void>;
  /** Forgets a delivery; nothing happens if it is not known. @throws AppError `write-failed` */
  forget(id: string): Promise<void>;
}

/** Remembers nothing: for an outbox that lasts as long as its process, as the command line's does. */
export const noOutboxMemory: OutboxMemory = {
  keep: async () => Promise.resolve(),
  forget: async () => Promise.resolve(),
};
