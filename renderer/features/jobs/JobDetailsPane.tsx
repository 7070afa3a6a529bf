import type { JobDetails } from '@shared/jobs.js';
import { useJobView } from '../../store/jobs/job-view.js';
import { outcomeText } from '../../store/jobs/job-wording.js';
import { serviceName } from '../../store/remote/render-place.js';
import { JobDeliveries } from '../deliveries/JobDeliveries.js';
import { ReceiptDetails } from '../preview/ReceiptDetails.js';
import { useJob } from '../../store/jobs/jobs-store.js';
import { describeOptions } from '../../store/jobs/options-wording.js';
import { onlySelected, useSelection } from '../../store/jobs/selection-store.js';
import { t, textOf } from '../../i18n/t.js';

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
