import type { JobDetails } from '@shared/jobs.js';
import { useJobView } from './job-view.js';
import { outcomeText } from './job-wording.js';
import { serviceName } from '../document/remote/render-place.js';
import { JobDeliveries } from './uploads/JobDeliveries.js';
import { ReceiptDetails } from '../document/preview/ReceiptDetails.js';
import { useJob } from './jobs-store.js';
import { describeOptions } from './options-wording.js';
import { onlySelected, useSelection } from './selection-store.js';
import { t, textOf } from '../i18n/t.js';

/** Details of the selected job, beside the list. Always takes up its space. */
export function JobDetailsPane() {
  const selected = useSelection(onlySelected);
  const count = useSelection((state) => state.selected.size);
  const details = useJobView((state) => state.details);
  return (
    <aside className="job-details" aria-label={t('queue.details')} tabIndex={0}>
      {selected === null || details?.row.id !== selected ? (
        <p className="quiet small">{selected === null ? noneText(count) : ''}</p>
      ) : (
        <Details details={details} />
      )}
    </aside>
  );
}

function noneText(count: number): string {
  return count === 0 ? t('queue.selectJob') : t('queue.selectOneJob', { count });
}

function Details({
  details: { row: known, options, allowedFolders, preflight },
}: {
  readonly details: JobDetails;
}) {
  const row = useJob(known.id) ?? known;
  return (
    <>
      <h3>{textOf(row.name)}</h3>
      {row.place !== '' && <p className="quiet small">{row.place}</p>}
      <p data-failed={row.status === 'failed' || undefined}>{outcomeText(row)}</p>
      {row.path !== undefined && <p className="small">{row.path}</p>}
      {row.remote && (
        <>
          <h4>{t('queue.receipt')}</h4>
          <ReceiptDetails receipt={row.remote} />
        </>
      )}
      <JobDeliveries job={row.id} />
      {preflight.length > 0 && (
        <>
          <h4>{t('queue.warnings')}</h4>
          <ul>
            {preflight.map(({ message }, index) => (
              <li key={index}>{textOf(message)}</li>
            ))}
          </ul>
        </>
      )}
      <h4>{t('queue.options')}</h4>
      <dl>
        {describeOptions(options, serviceName).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {allowedFolders.length > 0 && (
          <div>
            <dt>{t('form.allowedFolders')}</dt>
            <dd>{allowedFolders.join(', ')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
