import { UnstyledButton } from '@mantine/core';
import { withCommas } from '@shared/request/wording.js';
import { type DrawerView, useDrawerView } from '../../store/delivery/drawer-view.js';
import { countOf, jobFilters } from '../../store/jobs/job-filter.js';
import { filterNames } from '../../store/jobs/job-wording.js';
import { useJobs } from '../../store/jobs/jobs-store.js';
import { setFilter, useSelection } from '../../store/jobs/selection-store.js';
import { UploadsActions } from '../deliveries/UploadsActions.js';
import { SelectionActions } from './SelectionActions.js';

interface JobsToolbarProps {
  readonly view: DrawerView;
  /** There are jobs as well as uploads to be shown. */
  readonly hasBoth: boolean;
}

/** Above the list: which list it is, what it is narrowed to, and what can be done with the chosen jobs. */
export function JobsToolbar({ view, hasBoth }: JobsToolbarProps) {
  return (
    <div className="jobs-toolbar">
      <div className="jobs-toolbar-start">
        {hasBoth && <Views view={view} />}
        {view === 'jobs' && <Filters />}
      </div>
      {view === 'jobs' ? <SelectionActions /> : <UploadsActions />}
    </div>
  );
}

const viewNames: Readonly<Record<DrawerView, string>> = { jobs: 'Jobs', uploads: 'Uploads' };

function Views({ view }: { readonly view: DrawerView }) {
  return (
    <div className="jobs-views" role="group" aria-label="List">
      {(['jobs', 'uploads'] as const).map((each) => (
        <UnstyledButton
          key={each}
          className="jobs-filter"
          aria-pressed={each === view}
          onClick={() => useDrawerView.setState({ view: each })}
        >
          {viewNames[each]}
        </UnstyledButton>
      ))}
    </div>
  );
}

function Filters() {
  const summary = useJobs((state) => state.summary);
  const chosen = useSelection(({ filter }) => filter);
  return (
    <div className="jobs-filters" role="group" aria-label="Show">
      {jobFilters.map((filter) => (
        <UnstyledButton
          key={filter}
          className="jobs-filter"
          aria-pressed={filter === chosen}
          onClick={() => setFilter(filter)}
        >
          {filterNames[filter]}{' '}
          <span className="jobs-filter-count">{withCommas(countOf(filter, summary))}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
