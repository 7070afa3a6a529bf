import type { DeliveryRow } from '@shared/deliveries.js';
import { deliveryName } from './delivery-wording.js';
import { t } from '../../i18n/t.js';

/** Progress of a running upload. */
export function DeliveryProgress({ row }: { readonly row: DeliveryRow }) {
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
