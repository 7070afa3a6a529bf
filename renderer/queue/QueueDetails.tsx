import { CircleX, RotateCw, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { DetailsAction } from '../ui/ListView.js';
import { ListDetails } from '../settings/ListDetails.js';
import { selectedRows } from '../ui/row-selection.js';
import { useDelivery } from './deliveries-store.js';
import { applyFormToSelected, cancelEntries, retryEntries } from './job-actions.js';
import {
  closeDetails,
  currentEntries,
  entryStatus,
  useJob,
  useJobs,
  useListing,
} from './jobs-store.js';
import { QueueOverview } from './QueueOverview.js';
import { JobEntryDetails } from './JobDetails.js';
import { MoveButtons } from './RowButtons.js';
import { DeliveryEntryDetails } from './DeliveryDetails.js';
import { RemoveButton } from './RowButtons.js';

/** The details of the selected rows; of all jobs if nothing is selected. */
export function QueueDetails() {
  const { ids } = useListing();
  const [id, ...others] = selectedRows(
    useJobs(({ selection }) => selection),
    ids,
  );
  return (
    <ListDetails label={t('queue.details')} isSelected={id !== undefined} onClose={closeDetails}>
      {id === undefined ? (
        <QueueOverview />
      ) : others.length === 0 ? (
        <EntryDetails key={id} id={id} />
      ) : (
        <SelectionDetails ids={[id, ...others]} />
      )}
    </ListDetails>
  );
}

function EntryDetails({ id }: { readonly id: string }) {
  const job = useJob(id);
  const delivery = useDelivery(id);
  if (job) return <JobEntryDetails row={job} />;
  return delivery ? <DeliveryEntryDetails row={delivery} /> : null;
}

/** Several selected rows: their number and what can be done with them. */
function SelectionDetails({ ids }: { readonly ids: readonly string[] }) {
  useListing();
  const entries = currentEntries(ids);
  const statuses = new Set(entries.map(entryStatus));
  const isPending = statuses.has('running') || statuses.has('waiting');
  const hasEnded = statuses.has('failed') || statuses.has('canceled') || statuses.has('done');
  return (
    <>
      <h2>{t('queue.selectedCount', { count: ids.length })}</h2>
      <div className="list-actions" role="toolbar" aria-label={t('queue.selectedJobs')}>
        {hasEnded && (
          <DetailsAction
            icon={RotateCw}
            label={t('window.retry')}
            run={() => void retryEntries(ids)}
          />
        )}
        {isPending ? (
          <DetailsAction
            icon={CircleX}
            label={t('window.cancel')}
            run={() => void cancelEntries(ids)}
          />
        ) : (
          <RemoveButton ids={ids} status="done" />
        )}
        <Extra isShown={entries.some(({ kind }) => kind === 'job')}>
          <DetailsAction
            icon={SlidersHorizontal}
            label={t('queue.applyOptions')}
            run={() => void applyFormToSelected()}
          />
        </Extra>
        <Extra isShown={entries.some(({ row }) => row.status === 'queued')}>
          <MoveButtons />
        </Extra>
      </div>
      <p className="quiet">{t('queue.selectOneJob')}</p>
    </>
  );
}

function Extra({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return isShown ? children : null;
}
