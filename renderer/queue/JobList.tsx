import { useRef } from 'react';
import { type Message, message } from '@shared/messages/message.js';
import { useRowFocus } from '../ui/use-row-focus.js';
import { useRowsInView } from '../ui/use-rows-in-view.js';
import type { JobFilter } from './job-filter.js';
import { useSelection } from './selection-store.js';
import { JobListRow } from './JobListRow.js';
import { pressInList } from './job-list-keys.js';
import { useJobDrag } from './use-job-drag.js';
import { t, textOf } from '../i18n/t.js';

/** In CSS pixels; must match the style sheet. */
const rowHeight = 32;

/** The jobs that match the filter. */
export function JobList() {
  const isEmpty = useSelection(({ shown }) => shown.length === 0);
  const filter = useSelection((state) => state.filter);
  if (!isEmpty) return <Rows />;
  return <p className="jobs-none quiet">{textOf(noneTexts[filter])}</p>;
}

const noneTexts: Readonly<Record<JobFilter, Message>> = {
  all: message('queue.noJobs'),
  queued: message('queue.noWaitingJobs'),
  running: message('queue.noRunningJobs'),
  failed: message('queue.noFailedJobs'),
  done: message('queue.noCompletedJobs'),
};

/**
 * A virtualized job list with one tab stop. Arrow keys move between rows, with Shift they extend
 * the selection, with Ctrl or Cmd they don't change it.
 */
function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  const { shown, selected, active, focusWanted: isWanted } = useSelection();
  const { from, to } = useRowsInView(scroller, shown.length, rowHeight);
  const { dropIndex, onList } = useJobDrag(scroller, rowHeight);
  const activeIndex = active === null ? -1 : shown.indexOf(active);
  const row = { active, index: activeIndex, rowHeight, isWanted, onTaken };
  const onFocusMoves = useRowFocus(scroller, row);

  const near = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const tabStop = Math.max(activeIndex, 0);
  const indexes = near.includes(tabStop) ? near : [...near, tabStop];
  return (
    <div
      ref={scroller}
      className="job-list"
      role="grid"
      aria-label={t('queue.list')}
      aria-multiselectable
      aria-rowcount={shown.length}
      data-keeps-focus='.job-row[tabindex="0"]'
      onKeyDown={pressInList}
      {...onFocusMoves}
      {...onList}
    >
      <div className="job-rows" role="rowgroup" style={{ height: shown.length * rowHeight }}>
        {indexes.map((index) => {
          const id = shown[index];
          return (
            id !== undefined && (
              <JobListRow
                key={id}
                id={id}
                index={index}
                top={index * rowHeight}
                isSelected={selected.has(id)}
                isTabStop={index === tabStop}
              />
            )
          );
        })}
      </div>
      {dropIndex !== null && <div className="job-drop" style={{ top: dropIndex * rowHeight }} />}
    </div>
  );
}

function onTaken(): void {
  useSelection.setState({ focusWanted: false });
}
