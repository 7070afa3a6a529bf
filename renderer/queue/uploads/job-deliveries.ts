import type { DeliveryRow } from '@shared/deliveries.js';
import { useJob } from '../jobs-store.js';
import { useDeliveries } from './deliveries-store.js';
import { isRefused, jobDeliveriesText } from './delivery-wording.js';

/** Returns the uploads and the webhook of a job, in order. */
export function useJobDeliveries(job: string): readonly DeliveryRow[] {
  const rows = useDeliveries((state) => state.rows);
  const ids = useDeliveries(({ byJob }) => byJob.get(job)) ?? [];
  useDeliveries(({ revision }) => revision);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Returns their summary. A string, so that a row renders only when it changes. */
export function useJobDeliveriesText(job: string): string {
  const row = useJob(job);
  return useDeliveries(({ rows, byJob }) =>
    jobDeliveriesText(
      (byJob.get(job) ?? []).flatMap((id) => rows.get(id) ?? []),
      row,
    ),
  );
}

/** Returns true if a delivery of the job failed permanently. */
export function useHasRefusal(job: string): boolean {
  return useDeliveries(({ rows, byJob }) =>
    (byJob.get(job) ?? []).some((id) => {
      const row = rows.get(id);
      return row !== undefined && isRefused(row);
    }),
  );
}
