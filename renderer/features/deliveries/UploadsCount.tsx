import { UnstyledButton } from '@mantine/core';
import { useDeliveries } from '../../store/delivery/deliveries-store.js';
import { useDeliveryList } from '../../store/delivery/delivery-list.js';
import { deliveryCountsText } from '../../store/delivery/delivery-wording.js';
import { showUploads } from '../../store/delivery/drawer-view.js';

/** In the line of the drawer: what is on its way, and what did not get there. It leads to the list of them. */
export function UploadsCount() {
  const hasRows = useDeliveryList(({ shown }) => shown.length > 0);
  const text = useDeliveries(({ rows }) => deliveryCountsText(rows.values()).join(' · '));
  if (!hasRows) return null;
  return (
    <UnstyledButton className="uploads-count" onClick={showUploads}>
      <span className="uploads-title">Uploads</span>{' '}
      <span className="quiet">{text === '' ? 'all done' : text}</span>
    </UnstyledButton>
  );
}
