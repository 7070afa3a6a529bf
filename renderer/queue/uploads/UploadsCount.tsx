import { useDeliveries } from './deliveries-store.js';
import { deliveryCountsText } from './delivery-wording.js';
import { t } from '../../i18n/t.js';

/** Counts of pending and failed deliveries. */
export function UploadsCount() {
  const text = useDeliveries(({ rows }) => deliveryCountsText(rows.values()).join(' · '));
  return text === '' ? t('uploads.allCompleted') : text;
}
