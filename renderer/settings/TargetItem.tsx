import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { useDeliveries } from '../queue/uploads/deliveries-store.js';
import { duplicateTarget, editTarget } from './target-editing.js';
import { providerNamed } from './target-form.js';
import { removeTarget, useTargets } from './targets-store.js';
import { ListedItem } from './ListedItem.js';
import { t, textOf } from '../i18n/t.js';

interface TargetItemProps {
  readonly target: BucketTarget;
  /** True while the removal is being confirmed. */
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

/** One destination with its actions. */
export function TargetItem({ target, confirmOpen, onConfirmChange }: TargetItemProps) {
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(target.id));
  const isMissingCredential = target.credentials.kind === 'key' && !hasSecret;
  return (
    <ListedItem
      id={target.id}
      name={target.name}
      facts={`${textOf(providerNamed(target.provider).label)} · ${targetFolder(target)}`}
      missing={isMissingCredential ? t('destinations.secretKeyMissing') : null}
      confirmOpen={confirmOpen}
      onConfirmChange={onConfirmChange}
      onEdit={() => editTarget(target)}
      onDuplicate={() => duplicateTarget(target)}
      question={<Question target={target} />}
      onRemove={() => removeTarget(target.id)}
    />
  );
}

function Question({ target }: { readonly target: BucketTarget }) {
  const waiting = useWaiting(target);
  return (
    <>
      {t('destinations.removeQuestion', { name: target.name })}
      {waiting > 0 && ` ${t('destinations.pendingUploads', { count: waiting })}`}
    </>
  );
}

function useWaiting(target: BucketTarget): number {
  const rows = useDeliveries((state) => state.rows);
  useDeliveries(({ revision }) => revision);
  const folder = targetFolder(target);
  return [...rows.values()].filter(
    ({ status, to, destination }) =>
      (status === 'waiting' || status === 'failed') &&
      to === target.name &&
      destination.startsWith(folder),
  ).length;
}
