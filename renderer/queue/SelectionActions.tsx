import { Button, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpToLine, CircleX, RotateCw, Trash2 } from 'lucide-react';
import type { JobStatus } from '@shared/jobs.js';
import { IconButton } from '../ui/IconButton.js';
import {
  applyFormToSelected,
  cancelJobs,
  moveSelected,
  removeJobs,
  retryChosen,
} from './job-actions.js';
import { useJobs } from './jobs-store.js';
import { focusJobs, selectedJobs, useSelection } from './selection-store.js';
import { t } from '../i18n/t.js';

/**
 * Actions for the selected jobs; disabled if none of them allows it. Hidden without a selection.
 */
export function SelectionActions() {
  const selected = useSelection((state) => state.selected);
  const has = useStates(selected);
  if (selected.size === 0) return null;
  const ended = has('completed') || has('failed') || has('canceled');
  return (
    <div className="jobs-selection" role="toolbar" aria-label={t('queue.selectedJobs')}>
      <span className="quiet small">{t('queue.selectedCount', { count: selected.size })}</span>
      <IconButton
        icon={CircleX}
        label={t('window.cancel')}
        disabled={!has('queued') && !has('running')}
        onClick={() => void cancelJobs(selectedJobs())}
      />
      <IconButton
        icon={RotateCw}
        label={t('window.retry')}
        disabled={!ended}
        onClick={() => void retryChosen(selectedJobs())}
      />
      <IconButton
        icon={ArrowUp}
        label={t('queue.moveUp')}
        keys="Alt+↑"
        disabled={!has('queued')}
        onClick={() => void moveSelected('up')}
      />
      <IconButton
        icon={ArrowDown}
        label={t('queue.moveDown')}
        keys="Alt+↓"
        disabled={!has('queued')}
        onClick={() => void moveSelected('down')}
      />
      <IconButton
        icon={ArrowUpToLine}
        label={t('queue.moveToTop')}
        keys="Alt+Home"
        disabled={!has('queued')}
        onClick={() => void moveSelected('top')}
      />
      <IconButton
        icon={Trash2}
        label={t('window.removeFromList')}
        keys="Delete"
        disabled={has('queued') || has('running')}
        onClick={() => {
          focusJobs();
          void removeJobs(selectedJobs());
        }}
      />
      <Tooltip label={t('queue.applyOptionsHint')}>
        <Button variant="default" size="compact-sm" onClick={() => void applyFormToSelected()}>
          {t('queue.applyOptions')}
        </Button>
      </Tooltip>
    </div>
  );
}

/** Returns a function that checks if any of the jobs has a status. */
function useStates(selected: ReadonlySet<string>): (status: JobStatus) => boolean {
  const rows = useJobs((state) => state.rows);
  useJobs(({ revision }) => revision);
  const states = new Set([...selected].map((id) => rows.get(id)?.status));
  return (status) => states.has(status);
}
