import type { Delivery, DeliveryHooks } from '../files/deliver.js';
import { throwIfCanceled, untilCanceled } from '../engine/canceled.js';

/** How long a PDF that is getting its name is waited for after a cancel, in milliseconds: on a disk that answers it takes a moment. */
const placingMs = 2000;

export interface CancelableDelivery extends Required<DeliveryHooks> {
  readonly signal: AbortSignal;
  /** Called if the delivery ends, after all, when it is not waited for any more. */
  readonly onLate: (delivery: Delivery) => Promise<void>;
}

/**
 * Delivers a PDF until it is canceled. It does not get its name any more then, unless it was just getting it: a disk that hangs may give it
 * later, which is what `onLate` is for.
 * @throws AppError `canceled`, besides what the delivery throws
 */
export async function deliverUntilCanceled(
  deliver: (hooks: DeliveryHooks) => Promise<Delivery>,
  { signal, beforeCommit, onLate }: CancelableDelivery,
): Promise<Delivery> {
  let isCommitting = false;
  let isLate = false;
  const delivery = deliver({
    beforeCommit: async (intent) => {
      isCommitting = false;
      await beforeCommit(intent);
      throwIfCanceled(signal);
      isCommitting = true;
    },
  });
  // A delivery that fails leaves nothing behind, so that there is nothing to tell of one that is late.
  void delivery.then(
    async (end) => (isLate ? onLate(end) : undefined),
    () => undefined,
  );
  return untilCanceled(signal, delivery, async () => {
    if (isCommitting) await Promise.race([delivery, timeOver(placingMs)]);
    isLate = true;
  });
}

async function timeOver(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
