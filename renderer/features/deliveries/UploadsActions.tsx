import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useDeliveries } from '../../store/delivery/deliveries-store.js';
import { removeDeliveries, retryDeliveries } from '../../store/delivery/delivery-actions.js';
import { isRefused } from '../../store/delivery/delivery-wording.js';
import { doneIn, useDeliveryList } from '../../store/delivery/delivery-list.js';

/** What is done to all uploads of the list; what concerns none of them is not there. */
export function UploadsActions() {
  const shown = useDeliveryList((state) => state.shown);
  const rows = useDeliveries((state) => state.rows);
  useDeliveries(({ revision }) => revision);
  const listed = shown.flatMap((id) => rows.get(id) ?? []);
  const stuck = listed.filter(isStuck).map(({ id }) => id);
  const done = doneIn(listed);
  return (
    <div className="jobs-selection" data-keeps-focus={firstRow}>
      {stuck.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => void retryDeliveries(stuck)}>
          Retry all
        </Button>
      )}
      {done.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => void removeDeliveries(done)}
        >
          Clear completed
        </Button>
      )}
    </div>
  );
}

/** Where the focus goes when the button that had it has nothing left to do. */
const firstRow = '.delivery-row[tabindex="0"]';

/** Waits for its next try, or was refused; one that asks whether to replace something is not tried again before it is answered. */
function isStuck(row: DeliveryRow): boolean {
  if (row.status === 'waiting') return row.retryAt !== undefined;
  return isRefused(row);
}
