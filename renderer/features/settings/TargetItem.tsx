import { ActionIcon, Button } from '@mantine/core';
import { Copy, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { FieldError } from '../../components/FieldError.js';
import { useDeliveries } from '../../store/delivery/deliveries-store.js';
import { duplicateTarget, editTarget } from '../../store/delivery/target-editing.js';
import { providerNamed } from '../../store/delivery/target-form.js';
import { removeTarget, useTargets } from '../../store/delivery/targets-store.js';

interface TargetItemProps {
  readonly target: BucketTarget;
  /** Whether it is to be removed is being asked. */
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
}

/** One target: what it is, and what can be done with it. */
export function TargetItem({ target, isAsked, onAsk }: TargetItemProps) {
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(target.id));
  const lacksKey = target.credentials.kind === 'key' && !hasSecret;
  return (
    <li className="target-item">
      <div className="target-head">
        <div className="target-name">
          <span className="cut">{target.name}</span>
          <span className="quiet small cut">
            {providerNamed(target.provider).label} · {targetFolder(target)}
          </span>
          {lacksKey && <span className="target-lack small">Its secret key is missing.</span>}
        </div>
        <Action icon={Pencil} label={`Change ${target.name}`} onClick={() => editTarget(target)} />
        <Action
          icon={Copy}
          label={`Duplicate ${target.name}`}
          onClick={() => duplicateTarget(target)}
        />
        <Action icon={Trash2} label={`Remove ${target.name}`} onClick={() => onAsk(!isAsked)} />
      </div>
      {isAsked && <RemoveQuestion target={target} onDone={() => onAsk(false)} />}
    </li>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onClick: () => void;
}

/** Its name is a title, as tooltips of the window lie under a dialog. */
function Action({ icon: Icon, label, onClick }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

interface RemoveQuestionProps {
  readonly target: BucketTarget;
  readonly onDone: () => void;
}

/** Removing forgets the secret key, which nobody can bring back: so it asks. */
function RemoveQuestion({ target, onDone }: RemoveQuestionProps) {
  const [mistake, setMistake] = useState<string | null>(null);
  const waiting = useWaiting(target);

  async function remove(): Promise<void> {
    const error = await removeTarget(target.id);
    if (error) setMistake(error.message);
    else onDone();
  }

  return (
    <div className="target-question" role="group" aria-label={`Remove ${target.name}?`}>
      <p>
        Remove {target.name} and forget its secret key? What is in the bucket stays.
        {waiting > 0 && ` ${waitingText(waiting)}`}
      </p>
      <div className="row">
        <Button variant="default" size="compact-sm" autoFocus onClick={onDone}>
          Keep it
        </Button>
        <Button color="red" variant="light" size="compact-sm" onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      <FieldError id={`remove-${target.id}-error`} message={mistake} />
    </div>
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

function waitingText(count: number): string {
  return count === 1
    ? 'An upload that waits for it will not get there.'
    : `${count} uploads that wait for it will not get there.`;
}
