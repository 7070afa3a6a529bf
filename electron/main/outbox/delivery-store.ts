import type { Delivery } from './delivery.js';

/** What deliveries are remembered by when Platen ends, however it ends. */
export interface DeliveryStore {
  /** Remembers a delivery as it is now; it is on the disk when this resolves. @throws AppError `write-failed` */
  keep(delivery: Delivery): Promise<void>;
  /** Forgets a delivery; nothing happens if it is not known. @throws AppError `write-failed` */
  forget(id: string): Promise<void>;
}

/** Remembers nothing: for an outbox that lasts as long as its process, as the command line's does. */
export const nullDeliveryStore: DeliveryStore = {
  keep: async () => Promise.resolve(),
  forget: async () => Promise.resolve(),
};
