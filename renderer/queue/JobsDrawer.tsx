import { useEffect, useRef } from 'react';
import { useDeliveries } from './uploads/deliveries-store.js';
import { useDeliveryList } from './uploads/delivery-list.js';
import { type DrawerView, useDrawerView } from './uploads/drawer-view.js';
import { useJobs } from './jobs-store.js';
import { useSettings } from '../settings/settings-store.js';
import { focusField } from '../ui/ui-store.js';
import { DeliveryList } from './uploads/DeliveryList.js';
import { BatchAnnouncement } from './BatchAnnouncement.js';
import { DrawerResizer } from './DrawerResizer.js';
import { JobDetailsPane } from './JobDetailsPane.js';
import { JobList } from './JobList.js';
import { JobsHead } from './JobsHead.js';
import { JobsToolbar } from './JobsToolbar.js';
import './jobs.css';
import './job-row.css';
import { t } from '../i18n/t.js';

/**
 * The drawer with jobs and uploads at the bottom of the window: a header line, or an open list.
 * Hidden if there are no jobs, uploads or storage errors.
 */
export function JobsDrawer() {
  const hasJobs = useJobs(({ order }) => order.length > 0);
  const hasUploads = useDeliveryList(({ shown }) => shown.length > 0);
  const hasRows = hasJobs || hasUploads;
  const hasPersistenceError = useHasPersistenceError();
  const wanted = useDrawerView((state) => state.view);
  const view = hasJobs && hasUploads ? wanted : hasJobs ? 'jobs' : 'uploads';
  const isOpen = useSettings(({ jobsOpen }) => jobsOpen);
  useFocusWhenEmpty(hasRows);
  return (
    <div className="jobs-place">
      <BatchAnnouncement />
      {(hasRows || hasPersistenceError) && (
        <section className="jobs" aria-label={t('queue.jobs')}>
          {hasRows && isOpen && <DrawerResizer />}
          <JobsHead isOpen={isOpen} view={view} hasJobs={hasJobs} hasUploads={hasUploads} />
          {hasRows && isOpen && <JobsBody view={view} />}
        </section>
      )}
    </div>
  );
}

/** Returns true if the lists can't be persisted. An empty list has to be persisted as well. */
function useHasPersistenceError(): boolean {
  const ofJobs = useJobs(({ summary }) => summary.persistenceError !== undefined);
  const ofUploads = useDeliveries(({ persistenceError }) => persistenceError !== undefined);
  return ofJobs || ofUploads;
}

function JobsBody({ view }: { readonly view: DrawerView }) {
  const height = useSettings(({ jobsHeight }) => jobsHeight);
  return (
    <div
      className="jobs-body"
      style={{ height }}
      data-keeps-focus='.jobs-filter[aria-pressed="true"]'
    >
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
