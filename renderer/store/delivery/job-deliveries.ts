import type { DeliveryRow } from '@shared/deliveries.js';
import { useJob } from '../jobs/jobs-store.js';
import { useDeliveries } from './deliveries-store.js';
import { isRefused, jobDeliveriesText } from './delivery-wording.js';

/** The uploads and the webhook of a job, in their order. */
export function useJobDeliveries(job: string): readonly DeliveryRow[] {
  const rows = useDeliveries((state) => state.rows);
  const ids = useDeliveries(({ byJob }) => byJob.get(job)) ?? [];
  useDeliveries(({ revision }) => revision);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The same in a few words; another row of the list of jobs is drawn only when these change. */
export function useJobDeliveriesText(job: string): string {
  const row = useJob(job);
  return useDeliveries(({ rows, byJob }) =>
    jobDeliveriesText(
      (byJob.get(job) ?? []).flatMap((id) => rows.get(id) ?? []),
      row,
    ),
  );
}

/** Whether one of a job's deliveries was refused. */
export function useHasRefusal(job: string): boolean {
  return useDeliveries(({ rows, byJob }) =>
    (byJob.get(job) ?? []).some((id) => {
      const row = rows.get(id);
      return row !== undefined && isRefused(row);
    }),
  );
}
