import { Layers } from 'lucide-react';
import { useEffect } from 'react';
import { PreviewPane } from '../document/preview/PreviewPane.js';
import { SaveBar } from '../document/preview/SaveBar.js';
import { StatusLine } from '../document/preview/StatusLine.js';
import { t } from '../i18n/t.js';
import { EmptyNotice } from '../ui/EmptyNotice.js';
import { leaveJob, useJobView } from './job-view.js';
import { JobsDrawer, useHasRows } from './JobsDrawer.js';

/** Jobs and uploads at the left, the PDF of the selected job at the right. */
export function QueueView() {
  const isOfJob = useJobView(({ id }) => id !== null);
  const hasRows = useHasRows();
  useEffect(() => leaveJob, []);
  return (
    <div className="queue-view">
      {hasRows ? (
        <JobsDrawer />
      ) : (
        <EmptyNotice icon={Layers} title={t('queue.empty')}>
          {t('queue.emptyHint')}
        </EmptyNotice>
      )}
      {isOfJob && (
        <div className="queue-preview">
          <PreviewPane hasRoomForThumbnails={false} />
          <footer className="window-footer">
            <StatusLine />
            <SaveBar />
          </footer>
        </div>
      )}
    </div>
  );
}
