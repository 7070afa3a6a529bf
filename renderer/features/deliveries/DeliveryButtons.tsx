import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import {
  cancelDeliveries,
  copyLink,
  openDelivery,
  removeDeliveries,
  retryDeliveries,
} from '../../store/delivery/delivery-actions.js';
import { asks, whatOf } from '../../store/delivery/delivery-wording.js';
import { ExistsChoices } from './ExistsChoices.js';
import { LinkMenu } from './LinkMenu.js';

/** What can be done with a delivery, as buttons with their words. */
export function DeliveryButtons({ row }: { readonly row: DeliveryRow }) {
  const { id, status, receipt } = row;
  switch (status) {
    case 'waiting':
      return (
        <>
          {row.retryAt !== undefined && (
            <Act row={row} label="Try now" run={() => void retryDeliveries([id])} />
          )}
          <Act row={row} label="Cancel" run={() => void cancelDeliveries([id])} />
        </>
      );
    case 'running':
      return <Act row={row} label="Cancel" run={() => void cancelDeliveries([id])} />;
    case 'delivered':
      if (!receipt) return null;
      return (
        <>
          <Act row={row} label="Copy link" run={() => void copyLink(receipt.url)} />
          <Act row={row} label="Open" run={() => void openDelivery(id)} />
          <LinkMenu id={id} file={whatOf(row)} />
        </>
      );
    case 'skipped':
      return null;
    case 'failed':
      return asks(row) ? <ExistsChoices row={row} /> : <RetryOrDrop row={row} />;
    case 'canceled':
      return <RetryOrDrop row={row} />;
  }
}

function RetryOrDrop({ row }: { readonly row: DeliveryRow }) {
  return (
    <>
      <Act row={row} label="Try again" run={() => void retryDeliveries([row.id])} />
      <Act row={row} label="Drop" run={() => void removeDeliveries([row.id])} />
    </>
  );
}

interface ActProps {
  readonly row: DeliveryRow;
  readonly label: string;
  readonly run: () => void;
}

function Act({ row, label, run }: ActProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${label}: ${whatOf(row)}`}
      onClick={run}
    >
      {label}
    </Button>
  );
}
