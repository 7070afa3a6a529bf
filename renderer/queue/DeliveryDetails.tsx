import type { DeliveryRow } from '@shared/deliveries.js';
import { t } from '../i18n/t.js';
import { DeliveryButtons, DeliveryProgress, DeliveryText } from './Deliveries.js';
import { entryStatus } from './jobs-store.js';
import { DeliveryIcon } from './QueueRow.js';
import { deliveryName, isRefused } from './delivery-wording.js';
import { RemoveButton } from './RowButtons.js';

export function Deliveries({ rows }: { readonly rows: readonly DeliveryRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="queue-deliveries" aria-label={t('uploads.destinations')}>
      {rows.map((row) => (
        <li key={row.id}>
          <DeliveryIcon row={row} />
          <div>
            <p>
              {row.to} <span className="quiet">{row.destination}</span>
            </p>
            <DeliveryState row={row} />
            <div className="queue-delivery-buttons">
              <DeliveryButtons row={row} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function DeliveryState({ row }: { readonly row: DeliveryRow }) {
  return (
    <>
      <p className="quiet" data-failed={isRefused(row) || undefined}>
        <DeliveryText row={row} />
      </p>
      <DeliveryProgress row={row} />
    </>
  );
}

export function DeliveryEntryDetails({ row }: { readonly row: DeliveryRow }) {
  return (
    <>
      <h2>{deliveryName(row)}</h2>
      <Deliveries rows={[row]} />
      <div className="list-actions">
        <RemoveButton ids={[row.id]} status={entryStatus({ kind: 'delivery', row })} />
      </div>
    </>
  );
}
