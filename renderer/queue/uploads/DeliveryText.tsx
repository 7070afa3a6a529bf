import type { DeliveryRow } from '@shared/deliveries.js';
import { useNow } from '../../ui/use-now.js';
import { deliveryText } from './delivery-wording.js';

/** The status of a delivery, with a countdown to the next retry. */
export function DeliveryText({ row }: { readonly row: DeliveryRow }) {
  const now = useNow(row.retryAt !== undefined);
  return deliveryText(row, now);
}
