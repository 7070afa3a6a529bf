import { ArrowDown, ArrowUp, ArrowUpToLine, Trash2 } from 'lucide-react';
import { t } from '../i18n/t.js';
import { IconButton } from '../ui/parts.js';
import { DetailsAction } from '../ui/ListView.js';
import { moveSelected, removeEntries } from './job-actions.js';
import { type EntryStatus, focusJobs } from './jobs-store.js';

export function removeFocused(ids: readonly string[]): void {
  focusJobs();
  removeEntries(ids);
}

interface RemoveButtonProps {
  readonly ids: readonly string[];
  readonly status: EntryStatus;
}

/** Unfinished work is canceled before it can be removed. */
export function RemoveButton({ ids, status }: RemoveButtonProps) {
  if (status === 'running' || status === 'waiting') return null;
  return <DetailsAction icon={Trash2} label={t('queue.remove')} run={() => removeFocused(ids)} />;
}

/** Moves the selected jobs among those that wait. */
export function MoveButtons() {
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t('queue.moveUp')}
        keys="Alt+↑"
        onClick={() => void moveSelected('up')}
      />
      <IconButton
        icon={ArrowDown}
        label={t('queue.moveDown')}
        keys="Alt+↓"
        onClick={() => void moveSelected('down')}
      />
      <IconButton
        icon={ArrowUpToLine}
        label={t('queue.moveToTop')}
        keys="Alt+Home"
        onClick={() => void moveSelected('top')}
      />
    </>
  );
}
