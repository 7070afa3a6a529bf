import { UnstyledButton } from '@mantine/core';
import type { DrawerView } from './uploads/drawer-view.js';
import { countOf, jobFilters } from './job-filter.js';
import { filterNames } from './job-wording.js';
import { useJobs } from './jobs-store.js';
import { setFilter, useSelection } from './selection-store.js';
import { UploadsActions } from './uploads/UploadsActions.js';
import { SelectionActions } from './SelectionActions.js';
import { t, textOf } from '../i18n/t.js';
import { formatNumber } from '../i18n/format.js';

interface JobsToolbarProps {
  readonly view: DrawerView;
}

/** Filters, and actions for the selected jobs or all uploads. */
export function JobsToolbar({ view }: JobsToolbarProps) {
  return (
    <div className="jobs-toolbar" data-keeps-focus='.job-row[tabindex="0"]'>
      {view === 'jobs' ? (
        <>
          <Filters />
          <SelectionActions />
        </>
      ) : (
        <UploadsActions />
      )}
    </div>
  );
}

function Filters() {
  const summary = useJobs((state) => state.summary);
  const chosen = useSelection(({ filter }) => filter);
  return (
    <div className="jobs-filters" role="group" aria-label={t('queue.filter')}>
      {jobFilters.map((filter) => (
        <UnstyledButton
          key={filter}
          className="jobs-filter"
          aria-pressed={filter === chosen}
          onClick={() => setFilter(filter)}
        >
          {textOf(filterNames[filter])}{' '}
          <span className="jobs-filter-count">{formatNumber(countOf(filter, summary))}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
