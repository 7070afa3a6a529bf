import type { DeliveryRow } from '@shared/deliveries.js';
import { t } from '../../i18n/t.js';
import { useNow } from '../../ui/use-now.js';
import { deliveryName, deliveryText } from './delivery-wording.js';

interface DeliveryProps {
  readonly row: DeliveryRow;
}

/** The status of a delivery, with a countdown to the next retry. */
export function DeliveryText({ row }: DeliveryProps) {
  const now = useNow(row.retryAt !== undefined);
  return deliveryText(row, now);
}

/** Progress of a running upload. */
export function DeliveryProgress({ row }: DeliveryProps) {
  if (row.status !== 'running' || row.kind !== 'upload') return null;
  return (
    <progress
      className="delivery-progress"
      max={Math.max(1, row.size)}
      value={row.sent ?? 0}
      aria-label={t('uploads.uploadingTo', { file: deliveryName(row), destination: row.to })}
    />
  );
}
