import type { DeliveryRow } from '@shared/deliveries.js';

/** How much of an upload has been sent, while it runs. */
export function DeliveryProgress({ row }: { readonly row: DeliveryRow }) {
  if (row.status !== 'running' || row.kind !== 'upload') return null;
  return (
    <progress
      className="delivery-progress"
      max={Math.max(1, row.size)}
      value={row.sent ?? 0}
      aria-label={`Upload of ${row.file} to ${row.to}`}
    />
  );
}
