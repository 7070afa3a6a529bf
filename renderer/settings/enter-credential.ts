import type { DeliveryRow } from '@shared/deliveries.js';
import type { BucketTarget } from '@shared/targets.js';
import { openSettings } from '../ui/ui-store.js';
import { editTarget, useTargetEditing } from './target-form.js';
import { targetOf, useTargets } from './targets-store.js';
import { message } from '@shared/messages/message.js';

/** Opens the settings at the secret that a delivery waits for. */
export function enterCredential(row: DeliveryRow): void {
  if (row.kind === 'webhook') {
    openSettings('webhooks');
    return;
  }
  const { targets } = useTargets.getState();
  // An upload without a target id belongs to the destination that it is listed under.
  const target =
    targetOf(targets, row.target ?? null) ?? targets.find(({ name }) => name === row.to);
  if (target) openKeyOf(target);
  else openSettings('targets');
}

/** Opens the settings of a destination at its secret key. */
function openKeyOf(target: BucketTarget): void {
  editTarget(target);
  const missing = message('uploads.secretKeyMissing', { destination: target.name });
  const failure = {
    code: 'invalid-request',
    message: missing,
    fields: [{ field: 'credentials', message: missing }],
  } as const;
  useTargetEditing.setState(({ focusErrorTick }) => ({
    failure,
    focusErrorTick: focusErrorTick + 1,
  }));
  openSettings('targets');
}
