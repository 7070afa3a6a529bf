import { isRefused } from './delivery-wording.js';
import { useJobDeliveries } from './job-deliveries.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { DeliveryIcon } from './DeliveryIcon.js';
import { DeliveryProgress } from './DeliveryProgress.js';
import { DeliveryText } from './DeliveryText.js';
import { t } from '../../i18n/t.js';

/** The destinations of a job's PDF in the job details, with status and actions. */
export function JobDeliveries({ job }: { readonly job: string }) {
  const rows = useJobDeliveries(job);
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{t('uploads.destinations')}</h4>
      <ul className="job-deliveries">
        {rows.map((row) => (
          <li key={row.id}>
            <DeliveryIcon row={row} />
            <div className="job-delivery">
              <span>
                {row.to}
                <span className="quiet"> · {row.destination}</span>
              </span>
              <span data-failed={isRefused(row) || undefined}>
                <DeliveryText row={row} />
              </span>
              <DeliveryProgress row={row} />
              <span className="job-delivery-buttons">
                <DeliveryButtons row={row} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
