import type { DeliveryRow } from '@shared/deliveries.js';
import type { BucketTarget } from '@shared/targets.js';
import { openSettings } from '../ui-store.js';
import { useDeliveries } from './deliveries-store.js';
import { retryDeliveries } from './delivery-actions.js';
import { editTarget, useTargetEditing } from './target-editing.js';

/** Whether an upload failed as the secret key of its target is not known, such as after a restart of a system without a safe store. */
export function lacksKey({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.fields?.some(({ field }) => field === 'secret') === true;
}

/** Opens the settings at a target, in the field of its secret key. */
export function openKeyOf(target: BucketTarget): void {
  editTarget(target);
  const message = `The secret key of ${target.name} is not known; enter it here.`;
  const failure = {
    code: 'invalid-request',
    message,
    fields: [{ field: 'credentials', message }],
  } as const;
  useTargetEditing.setState(({ led }) => ({ failure, led: led + 1 }));
  openSettings('targets');
}

/** Sends what waited for the secret key of a target, now that there is one. */
export async function sendWhatLackedKey(target: string): Promise<void> {
  const rows = [...useDeliveries.getState().rows.values()];
  const ids = rows.filter((row) => row.target === target && lacksKey(row)).map(({ id }) => id);
  if (ids.length > 0) await retryDeliveries(ids);
}
