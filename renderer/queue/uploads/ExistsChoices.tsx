import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import { message } from '@shared/messages/message.js';
import { deliveryName } from './delivery-wording.js';
import { removeDeliveries, retryDeliveries } from './delivery-actions.js';
import { t } from '../../i18n/t.js';

/** The choices for an upload whose name already exists. */
export function ExistsChoices({ row }: { readonly row: DeliveryRow }) {
  const { id } = row;
  const file = deliveryName(row);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        title={t('uploads.replaceHint', { file })}
        aria-label={t('window.actionOn', { action: message('uploads.replace'), name: file })}
        onClick={() => void retryDeliveries([id], 'overwrite')}
      >
        {t('uploads.replace')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        title={t('uploads.keepBothHint')}
        aria-label={t('window.actionOn', { action: message('uploads.keepBoth'), name: file })}
        onClick={() => void retryDeliveries([id], 'number')}
      >
        {t('uploads.keepBoth')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        title={t('uploads.skipHint')}
        aria-label={t('window.actionOn', { action: message('uploads.skip'), name: file })}
        onClick={() => void removeDeliveries([id])}
      >
        {t('uploads.skip')}
      </Button>
    </>
  );
}
