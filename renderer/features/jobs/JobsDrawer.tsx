import { useEffect, useRef } from 'react';
import { useJobs } from '../../store/jobs/jobs-store.js';
import { useSettings } from '../../store/settings-store.js';
import { focusField } from '../../store/ui-store.js';
import { BatchAnnouncement } from './BatchAnnouncement.js';
import { DrawerResizer } from './DrawerResizer.js';
import { JobDetailsPane } from './JobDetailsPane.js';
import { JobList } from './JobList.js';
import { JobsHead } from './JobsHead.js';
import { JobsToolbar } from './JobsToolbar.js';
import './jobs.css';
import './job-row.css';

/** The queue at the bottom of the window: one line, or a list that is opened over it. Absent while there are no jobs. */
export function JobsDrawer() {
  const hasJobs = useJobs(({ order }) => order.length > 0);
  const isOpen = useSettings(({ jobsOpen }) => jobsOpen);
  useFocusWhenEmpty(hasJobs);
  return (
    <div className="jobs-place">
      <BatchAnnouncement />
      {hasJobs && (
        <section className="jobs" aria-label="Jobs">
          {isOpen && <DrawerResizer />}
          <JobsHead isOpen={isOpen} />
          {isOpen && <JobsBody />}
        </section>
      )}
    </div>
  );
}

function JobsBody() {
  const height = useSettings(({ jobsHeight }) => jobsHeight);
  return (
    <div className="jobs-body" style={{ height }}>
      <JobsToolbar />
      <div className="jobs-main">
        <JobList />
        <JobDetailsPane />
      </div>
    </div>
  );
}

/** The focus is never lost: it goes to the source when the list under it goes away. */
function useFocusWhenEmpty(hasJobs: boolean): void {
  const hadJobs = useRef(hasJobs);
  useEffect(() => {
    const isGone = hadJobs.current && !hasJobs;
    hadJobs.current = hasJobs;
    if (isGone && document.activeElement === document.body) focusField('source');
  }, [hasJobs]);
}
