import { useEffect, useRef } from 'react';
import { useDeliveries } from './uploads/deliveries-store.js';
import { useDeliveryList } from './uploads/delivery-list.js';
import { type DrawerView, useDrawerView } from './uploads/drawer-view.js';
import { useJobs } from './jobs-store.js';
import { focusField } from '../ui/ui-store.js';
import { DeliveryList } from './uploads/DeliveryList.js';
import { JobDetailsPane } from './JobDetailsPane.js';
import { JobList } from './JobList.js';
import { JobsHead } from './JobsHead.js';
import { JobsToolbar } from './JobsToolbar.js';
import './jobs.css';
import './job-row.css';
import { t } from '../i18n/t.js';

/** The list of jobs, or that of uploads, below a header with the queue's actions. */
export function JobsDrawer() {
  const hasJobs = useJobs(({ order }) => order.length > 0);
  const hasUploads = useDeliveryList(({ shown }) => shown.length > 0);
  const hasRows = hasJobs || hasUploads;
  const wanted = useDrawerView((state) => state.view);
  const view = hasJobs && hasUploads ? wanted : hasJobs ? 'jobs' : 'uploads';
  useFocusWhenEmpty(hasRows);
  return (
    <section className="jobs" aria-label={t('queue.jobs')}>
      <JobsHead view={view} hasJobs={hasJobs} hasUploads={hasUploads} />
      {hasRows && <JobsBody view={view} />}
    </section>
  );
}

/** Returns true if there are jobs, uploads or storage errors to show. */
export function useHasRows(): boolean {
  const hasJobs = useJobs(({ order }) => order.length > 0);
  const hasUploads = useDeliveryList(({ shown }) => shown.length > 0);
  const hasPersistenceError = useHasPersistenceError();
  return hasJobs || hasUploads || hasPersistenceError;
}

/** Returns true if the lists can't be persisted. An empty list has to be persisted as well. */
function useHasPersistenceError(): boolean {
  const ofJobs = useJobs(({ summary }) => summary.persistenceError !== undefined);
  const ofUploads = useDeliveries(({ persistenceError }) => persistenceError !== undefined);
  return ofJobs || ofUploads;
}

function JobsBody({ view }: { readonly view: DrawerView }) {
  return (
    <div className="jobs-body" data-keeps-focus='.jobs-filter[aria-pressed="true"]'>
      <JobsToolbar view={view} />
      <div className="jobs-main">
        {view === 'jobs' ? (
          <>
            <JobList />
            <JobDetailsPane />
          </>
        ) : (
          <DeliveryList />
        )}
      </div>
    </div>
  );
}

/** Moves the focus to the source when the focused list disappears. */
function useFocusWhenEmpty(hasRows: boolean): void {
  const hadRows = useRef(hasRows);
  useEffect(() => {
    const isGone = hadRows.current && !hasRows;
    hadRows.current = hasRows;
    if (isGone && document.activeElement === document.body) focusField('source');
  }, [hasRows]);
}
