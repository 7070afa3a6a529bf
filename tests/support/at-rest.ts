import { type Delivery, isAtRest } from '../../electron/main/outbox/delivery.js';
import type { Outbox } from '../../electron/main/outbox/outbox.js';

/**
 * Resolves with deliveries of an outbox when all of them are at rest; those that are removed are
 * left out.
 * @param isOver ends the wait early, such as when the outbox plays dead
 */
export async function atRest(
  outbox: Outbox,
  ids: readonly string[],
  isOver: () => boolean = () => false,
): Promise<readonly Delivery[]> {
  for (;;) {
    const deliveries = ids.flatMap((id) => outbox.get(id) ?? []);
    if (isOver() || deliveries.every(({ state }) => isAtRest(state))) return deliveries;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
