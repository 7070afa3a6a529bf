import type { DeliveryRow } from '@shared/deliveries.js';
import { useNow } from '../../components/use-now.js';
import { deliveryText } from '../../store/delivery/delivery-wording.js';

/** What a delivery does or came to, with the seconds until its next try counted down. */
export function DeliveryText({ row }: { readonly row: DeliveryRow }) {
  const now = useNow(row.retryAt !== undefined);
  return deliveryText(row, now);
}
