import { ActionIcon, Button } from '@mantine/core';
import { Copy, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AppErrorData } from '@shared/errors.js';
import { FieldError } from '../ui/FieldError.js';
import { t, textOf } from '../i18n/t.js';

interface ListedItemProps {
  readonly id: string;
  readonly name: string;
  /** Muted text below the name. */
  readonly facts: string;
  /** What is missing for it to work; null for nothing. */
  readonly missing: string | null;
  readonly onEdit: () => void;
  readonly onDuplicate?: () => void;
  /** True while the removal is being confirmed. */
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
  /** The text of the confirmation. */
  readonly question: ReactNode;
  /** Returns why the removal failed; null if it succeeded. */
  readonly onRemove: () => Promise<AppErrorData | null>;
}

/** One item of a list in the settings, with actions. */
export function ListedItem(props: ListedItemProps) {
  const { id, name, facts, missing, onEdit, onDuplicate, confirmOpen, onConfirmChange } = props;
  return (
    <li className="item" data-item={id} data-keeps-focus=".item-remove">
      <div className="item-head">
        <div className="item-name">
          <span className="cut">{name}</span>
          <span className="quiet small cut">{facts}</span>
          {missing !== null && <span className="item-lack small">{missing}</span>}
        </div>
        <Action icon={Pencil} label={t('settings.edit', { name })} onClick={onEdit} />
        {onDuplicate && (
          <Action icon={Copy} label={t('settings.duplicate', { name })} onClick={onDuplicate} />
        )}
        <Action
          icon={Trash2}
          className="item-remove"
          label={t('window.removeItem', { name })}
          onClick={() => onConfirmChange(!confirmOpen)}
        />
      </div>
      {confirmOpen && <RemoveQuestion {...props} />}
    </li>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly className?: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** Uses `title`, because the window's tooltips are below dialogs. */
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

/** Asks first, because a removed secret can't be restored. */
function RemoveQuestion({ id, name, question, onConfirmChange, onRemove }: ListedItemProps) {
  const [issue, setIssue] = useState<string | null>(null);

  async function remove(): Promise<void> {
    const error = await onRemove();
    if (error) setIssue(textOf(error.message));
    else onConfirmChange(false);
  }

  return (
    <div className="item-question" role="group" aria-label={t('settings.removeQuestion', { name })}>
      <p>{question}</p>
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          autoFocus
          onClick={() => onConfirmChange(false)}
        >
          {t('window.cancel')}
        </Button>
        <Button color="red" variant="light" size="compact-sm" onClick={() => void remove()}>
          {t('settings.remove')}
        </Button>
      </div>
      <FieldError id={`remove-${id}-error`} message={issue} />
    </div>
  );
}
