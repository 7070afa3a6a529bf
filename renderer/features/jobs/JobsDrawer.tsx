import { useEffect, useRef } from 'react';
import { useDeliveries } from '../../store/delivery/deliveries-store.js';
import { useDeliveryList } from '../../store/delivery/delivery-list.js';
import { type DrawerView, useDrawerView } from '../../store/delivery/drawer-view.js';
import { useJobs } from '../../store/jobs/jobs-store.js';
import { useSettings } from '../../store/settings-store.js';
import { focusField } from '../../store/ui-store.js';
import { DeliveryList } from '../deliveries/DeliveryList.js';
import { BatchAnnouncement } from './BatchAnnouncement.js';
import { DrawerResizer } from './DrawerResizer.js';
import { JobDetailsPane } from './JobDetailsPane.js';
import { JobList } from './JobList.js';
import { JobsHead } from './JobsHead.js';
import { JobsToolbar } from './JobsToolbar.js';
import './jobs.css';
import './job-row.css';

/**
 * The queue and the uploads at the bottom of the window: one line, or a list that is opened over it. Absent while there is neither a job nor an
 * upload, nor trouble to tell of.
 */
export function JobsDrawer() {
  const hasJobs = useJobs(({ order }) => order.length > 0);
  const hasUploads = useDeliveryList(({ shown }) => shown.length > 0);
  const hasRows = hasJobs || hasUploads;
  const hasTrouble = useHasTrouble();
  const wanted = useDrawerView((state) => state.view);
  const view = hasJobs && hasUploads ? wanted : hasJobs ? 'jobs' : 'uploads';
  const isOpen = useSettings(({ jobsOpen }) => jobsOpen);
  useFocusWhenEmpty(hasRows);
  return (
    <div className="jobs-place">
      <BatchAnnouncement />
      {(hasRows || hasTrouble) && (
        <section className="jobs" aria-label="Jobs">
          {hasRows && isOpen && <DrawerResizer />}
          <JobsHead isOpen={isOpen} view={view} hasJobs={hasJobs} hasUploads={hasUploads} />
          {hasRows && isOpen && <JobsBody view={view} />}
        </section>
      )}
    </div>
  );
}

/** Whether what is listed cannot be remembered; also that a list is empty now has to be. */
function useHasTrouble(): boolean {
  const ofJobs = useJobs(({ summary }) => summary.trouble !== undefined);
  const ofUploads = useDeliveries(({ trouble }) => trouble !== undefined);
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

/** The focus is never lost: it goes to the source when the list under it goes away. */
function useFocusWhenEmpty(hasRows: boolean): void {
  const hadRows = useRef(hasRows);
  useEffect(() => {
    const isGone = hadRows.current && !hasRows;
    hadRows.current = hasRows;
    if (isGone && document.activeElement === document.body) focusField('source');
  }, [hasRows]);
}
