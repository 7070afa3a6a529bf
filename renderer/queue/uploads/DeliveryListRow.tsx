import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { message } from '@shared/messages/message.js';
import { useDelivery } from './deliveries-store.js';
import { removeDeliveries } from './delivery-actions.js';
import { isSucceeded, shownStatus, deliveryName } from './delivery-wording.js';
import { useDeliveryList } from './delivery-list.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { DeliveryIcon } from './DeliveryIcon.js';
import { DeliveryProgress } from './DeliveryProgress.js';
import { DeliveryText } from './DeliveryText.js';
import { t, textOf } from '../../i18n/t.js';

interface DeliveryListRowProps {
  readonly id: string;
  /** Index in the list, from 0. */
  readonly index: number;
  /** Offset from the top of the list, in CSS pixels. */
  readonly top: number;
  /** True if this row and its buttons are the list's tab stop. */
  readonly isTabStop: boolean;
}

/** One upload or webhook: state, name, destination and actions. */
export const DeliveryListRow = memo(function DeliveryListRow(props: DeliveryListRowProps) {
  const { id, index, top, isTabStop } = props;
  const row = useDelivery(id);
  if (!row) return null;
  return (
    <div
      className="delivery-row"
      role="row"
      style={{ top }}
      aria-rowindex={index + 1}
      tabIndex={isTabStop ? 0 : -1}
      data-status={shownStatus(row)}
      onFocus={() => {
        if (useDeliveryList.getState().active !== id) useDeliveryList.setState({ active: id });
      }}
    >
      <span role="gridcell">
        <DeliveryIcon row={row} />
      </span>
      <span className="delivery-what" role="gridcell" title={row.destination}>
        <span className="cut">{deliveryName(row)}</span>
        <span className="delivery-to cut quiet small">{row.to}</span>
        <span className="delivery-place cut-start quiet small">
          <bdi dir="ltr">{row.destination}</bdi>
        </span>
      </span>
      <span
        className="delivery-state"
        role="gridcell"
        title={row.error && textOf(row.error.message)}
      >
        <DeliveryProgress row={row} />
        <span className="cut">
          <DeliveryText row={row} />
        </span>
      </span>
      <span className="delivery-actions" role="gridcell">
        <DeliveryButtons row={row} />
        {isSucceeded(row) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            title={t('window.removeFromList')}
            aria-label={t('window.actionOn', {
              action: message('window.removeFromList'),
              name: deliveryName(row),
            })}
            onClick={() => void removeDeliveries([id])}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
});
