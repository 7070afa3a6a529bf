import { Cloud } from 'lucide-react';
import { requiresSecret } from '@shared/server-targets.js';
import { type UploadTarget, isBucket, targetFolder } from '@shared/targets.js';
import { t } from '../../i18n/t.js';
import { useDeliveries } from '../../queue/deliveries-store.js';
import { EditableItems } from '../items.js';
import {
  addTarget,
  duplicateTarget,
  editTarget,
  targetEditing,
  targetFields,
  typeLabel,
} from '../target-form.js';
import { removeTarget, useTargets } from '../targets-store.js';

/** The destinations: the list, or the form of the edited one. */
export function TargetSettings() {
  const targets = useTargets((state) => state.targets);
  const withSecret = useTargets(({ secrets }) => secrets.targets);
  return (
    <EditableItems
      label={t('settings.destinations')}
      items={targets}
      icon={Cloud}
      emptyTitle={t('destinations.none')}
      about={t('destinations.about')}
      addLabel={t('uploads.addDestination')}
      newTitle={t('destinations.new')}
      testingText={t('destinations.testing')}
      editing={targetEditing}
      fieldsOf={targetFields}
      withSecret={withSecret}
      onAdd={addTarget}
      describe={(target) => ({
        name: target.name,
        facts: `${typeLabel(target)} · ${targetFolder(target)}`,
        missing: withSecret.includes(target.id) ? null : missingText(target),
        question: <Question target={target} />,
        onEdit: () => editTarget(target),
        onDuplicate: () => duplicateTarget(target),
        onRemove: async () => removeTarget(target.id),
      })}
    />
  );
}

/** Says that a destination needs a secret; null if it doesn't. */
function missingText(target: UploadTarget): string | null {
  if (!isBucket(target)) {
    return requiresSecret(target) ? t('destinations.passwordMissing') : null;
  }
  return target.credentials.kind === 'key' ? t('destinations.secretKeyMissing') : null;
}

function Question({ target }: { readonly target: UploadTarget }) {
  const waiting = useWaiting(target);
  return (
    <>
      {t('destinations.removeQuestion', { name: target.name })}
      {waiting > 0 && ` ${t('destinations.pendingUploads', { count: waiting })}`}
    </>
  );
}

function useWaiting(target: UploadTarget): number {
  const rows = useDeliveries((state) => state.rows);
  const folder = targetFolder(target);
  return [...rows.values()].filter(
    ({ status, to, destination }) =>
      (status === 'waiting' || status === 'failed') &&
      to === target.name &&
      destination.startsWith(folder),
  ).length;
}
