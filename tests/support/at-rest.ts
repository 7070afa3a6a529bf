import { type Delivery, isAtRest } from '../../electron/main/outbox/delivery.js';
import type { Outbox } from '../../electron/main/outbox/outbox.js';

/**
 * Resolves with an outbox's deliveries once none of them is active; removed ones are omitted.
 * @param isOver ends the wait early, such as when the outbox simulates a crash
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
