import { ActionIcon, Button } from '@mantine/core';
import { Copy, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AppErrorData } from '@shared/errors.js';
import { FieldError } from '../../components/FieldError.js';

interface ListedItemProps {
  readonly id: string;
  readonly name: string;
  /** What it is, quietly below the name. */
  readonly facts: string;
  /** What keeps it from working, in a sentence; null if nothing does. */
  readonly lack: string | null;
  readonly onEdit: () => void;
  readonly onDuplicate?: () => void;
  /** Whether it is to be removed is being asked. */
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
  /** What is said when it is to be removed. */
  readonly question: ReactNode;
  /** Gives why that failed; null if it did not. */
  readonly onRemove: () => Promise<AppErrorData | null>;
}

/** One line of a list in the settings: what it is, and what can be done with it. */
export function ListedItem(props: ListedItemProps) {
  const { id, name, facts, lack, onEdit, onDuplicate, isAsked, onAsk } = props;
  return (
    <li className="item" data-item={id} data-keeps-focus=".item-remove">
      <div className="item-head">
        <div className="item-name">
          <span className="cut">{name}</span>
          <span className="quiet small cut">{facts}</span>
          {lack !== null && <span className="item-lack small">{lack}</span>}
        </div>
        <Action icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
        {onDuplicate && <Action icon={Copy} label={`Duplicate ${name}`} onClick={onDuplicate} />}
        <Action
          icon={Trash2}
          className="item-remove"
          label={`Remove ${name}`}
          onClick={() => onAsk(!isAsked)}
        />
      </div>
      {isAsked && <RemoveQuestion {...props} />}
    </li>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly className?: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** Its name is a title, as tooltips of the window lie under a dialog. */
function Action({ icon: Icon, className = '', label, onClick }: ActionProps) {
  return (
    <ActionIcon
      className={className}
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

/** Removing forgets a secret, which nobody can bring back: so it asks. */
function RemoveQuestion({ id, name, question, onAsk, onRemove }: ListedItemProps) {
  const [mistake, setMistake] = useState<string | null>(null);

  async function remove(): Promise<void> {
    const error = await onRemove();
    if (error) setMistake(error.message);
    else onAsk(false);
  }

  return (
    <div className="item-question" role="group" aria-label={`Remove ${name}?`}>
      <p>{question}</p>
      <div className="row">
        <Button variant="default" size="compact-sm" autoFocus onClick={() => onAsk(false)}>
          Cancel
        </Button>
        <Button color="red" variant="light" size="compact-sm" onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      <FieldError id={`remove-${id}-error`} message={mistake} />
    </div>
  );
}
