import type { DeliveryRow } from '@shared/deliveries.js';
import { whatOf } from '../../store/delivery/delivery-wording.js';

/** How much of an upload has been sent, while it runs. */
export function DeliveryProgress({ row }: { readonly row: DeliveryRow }) {
  if (row.status !== 'running' || row.kind !== 'upload') return null;
  return (
    <progress
      className="delivery-progress"
      max={Math.max(1, row.size)}
      value={row.sent ?? 0}
      aria-label={`Uploading ${whatOf(row)} to ${row.to}`}
    />
  );
}
