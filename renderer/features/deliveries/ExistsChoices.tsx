import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import { deliveryName } from '../../store/delivery/delivery-wording.js';
import { removeDeliveries, retryDeliveries } from '../../store/delivery/delivery-actions.js';

/** The choices for an upload whose name already exists. */
export function ExistsChoices({ row }: { readonly row: DeliveryRow }) {
  const { id } = row;
  const file = deliveryName(row);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        title={`Overwrite the existing ${file}`}
        aria-label={`Replace: ${file}`}
        onClick={() => void retryDeliveries([id], 'overwrite')}
      >
        Replace
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        title="Add a number to the new name"
        aria-label={`Keep both: ${file}`}
        onClick={() => void retryDeliveries([id], 'number')}
      >
        Keep both
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        title="Don't upload this PDF"
        aria-label={`Skip: ${file}`}
        onClick={() => void removeDeliveries([id])}
      >
        Skip
      </Button>
    </>
  );
}
