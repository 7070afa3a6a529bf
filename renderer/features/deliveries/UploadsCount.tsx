import { useDeliveries } from '../../store/delivery/deliveries-store.js';
import { deliveryCountsText } from '../../store/delivery/delivery-wording.js';

/** What is on its way, and what did not get there. */
export function UploadsCount() {
  const text = useDeliveries(({ rows }) => deliveryCountsText(rows.values()).join(' · '));
  return text === '' ? 'all completed' : text;
}
