import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useDeliveries } from './deliveries-store.js';
import { removeDeliveries, retryDeliveries } from './delivery-actions.js';
import { isRefused } from './delivery-wording.js';
import { clearableIds, useDeliveryList } from './delivery-list.js';
import { t } from '../../i18n/t.js';

/** Actions for all listed uploads; inapplicable ones are hidden. */
export function UploadsActions() {
  const shown = useDeliveryList((state) => state.shown);
  const rows = useDeliveries((state) => state.rows);
  useDeliveries(({ revision }) => revision);
  const listed = shown.flatMap((id) => rows.get(id) ?? []);
  const stuck = listed.filter(isStuck).map(({ id }) => id);
  const done = clearableIds(listed);
  return (
    <div className="jobs-selection" data-keeps-focus={firstRow}>
      {stuck.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => void retryDeliveries(stuck)}>
          {t('uploads.retryAll')}
        </Button>
      )}
      {done.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => void removeDeliveries(done)}
        >
          {t('queue.clearCompleted')}
        </Button>
      )}
    </div>
  );
}

/** Focus target after a button disappears. */
const firstRow = '.delivery-row[tabindex="0"]';

/** True if the delivery waits for a retry or has failed. A name conflict needs an answer first. */
function isStuck(row: DeliveryRow): boolean {
  if (row.status === 'waiting') return row.retryAt !== undefined;
  return isRefused(row);
}
