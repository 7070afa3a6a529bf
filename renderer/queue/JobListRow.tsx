import { type MouseEvent, memo } from 'react';
import { useHasRefusal, useJobDeliveriesText } from './uploads/job-deliveries.js';
import { findingsText, outcomeText, rowText } from './job-wording.js';
import { useJob } from './jobs-store.js';
import { useJobService } from '../document/remote/job-service.js';
import { selectJob } from './selection-store.js';
import { JobActions } from './JobActions.js';
import { StatusIcon } from './StatusIcon.js';
import { startJobDrag } from './use-job-drag.js';
import { t, textOf } from '../i18n/t.js';

interface JobListRowProps {
  readonly id: string;
  /** Index in the filtered list, from 0. */
  readonly index: number;
  /** Offset from the top of the list, in CSS pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** True if this row and its buttons are the list's tab stop. */
  readonly isTabStop: boolean;
}

/** One job: state, name, outcome and actions. */
export const JobListRow = memo(function JobListRow(props: JobListRowProps) {
  const { id, index, top, isSelected, isTabStop } = props;
  const row = useJob(id);
  const deliveries = useJobDeliveriesText(id);
  const service = useJobService(row);
  const isRefused = useHasRefusal(id);
  if (!row) return null;
  const outcome = outcomeText(row);
  return (
    <div
      className="job-row"
      role="row"
      style={{ top }}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-status={row.status}
      draggable={row.status === 'queued'}
      onDragStart={(event) => startJobDrag(event, id)}
      onClick={(event) => selectJob(id, modeOf(event))}
    >
      <span className="job-state" role="gridcell">
        <StatusIcon row={row} />
      </span>
      <span className="job-name" role="gridcell" title={nameInFull(row.place, textOf(row.name))}>
        <span className="cut">{textOf(row.name)}</span>
        {service !== null && (
          <span className="cut quiet small job-service">{t('queue.withService', { service })}</span>
        )}
        <span className="cut quiet small job-place">{folderText(row.place, service)}</span>
      </span>
      <span
        className="job-outcome cut"
        role="gridcell"
        title={deliveries === '' ? outcome : `${outcome} · ${deliveries}`}
      >
        {rowText(row, service)}
        {deliveries !== '' && (
          <span data-failed={isRefused || undefined}>
            {' · '}
            {deliveries}
          </span>
        )}
      </span>
      <span className="job-findings small" role="gridcell">
        {findingsText(row.findings)}
      </span>
      <span className="job-actions" role="gridcell">
        <JobActions row={row} isTabStop={isTabStop} />
      </span>
    </div>
  );
});

function modeOf(event: MouseEvent): Parameters<typeof selectJob>[1] {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}

/** Returns the folder of the source, after the service if there is one. */
function folderText(place: string, service: string | null): string {
  return place === '' || service === null ? place : `· ${place}`;
}

function nameInFull(place: string, name: string): string {
  return place === '' ? name : `${place}/${name}`;
}
