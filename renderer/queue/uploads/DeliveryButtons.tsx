import { Button } from '@mantine/core';
import type { DeliveryRow } from '@shared/deliveries.js';
import { message } from '@shared/messages/message.js';
import {
  cancelDeliveries,
  copyLink,
  openDelivery,
  removeDeliveries,
  retryDeliveries,
  saveDelivery,
} from './delivery-actions.js';
import { enterCredential } from '../../settings/enter-credential.js';
import { targetOf, useTargets } from '../../settings/targets-store.js';
import { hasNameConflict, isMissingCredential, deliveryName } from './delivery-wording.js';
import { LinkMenu } from './LinkMenu.js';
import { t } from '../../i18n/t.js';

interface DeliveryButtonsProps {
  readonly row: DeliveryRow;
  /** True if space is short: less frequent actions move into a menu. */
  readonly isTight?: boolean;
}

/** The actions of a delivery as text buttons. */
export function DeliveryButtons({ row, isTight = false }: DeliveryButtonsProps) {
  const { id, status, receipt } = row;
  switch (status) {
    case 'waiting':
    case 'running':
      return (
        <>
          {isMissingCredential(row) && (
            <Act
              row={row}
              label={row.kind === 'upload' ? t('uploads.enterKey') : t('uploads.enterSecret')}
              run={() => enterCredential(row)}
            />
          )}
          {status === 'waiting' && row.retryAt !== undefined && (
            <Act row={row} label={t('uploads.retryNow')} run={() => void retryDeliveries([id])} />
          )}
          <Act row={row} label={t('window.cancel')} run={() => void cancelDeliveries([id])} />
        </>
      );
    case 'delivered':
      if (!receipt) return null;
      return (
        <>
          <Act row={row} label={t('uploads.copyLink')} run={() => void copyLink(receipt.url)} />
          {!isTight && <Act row={row} label={t('window.open')} run={() => void openDelivery(id)} />}
          <LinkMenu
            id={id}
            file={deliveryName(row)}
            {...(isTight && { onOpen: () => void openDelivery(id) })}
          />
        </>
      );
    case 'skipped':
      return null;
    case 'failed':
      return hasNameConflict(row) ? <ExistsChoices row={row} /> : <RetryActions row={row} />;
    case 'canceled':
      return <RetryActions row={row} />;
  }
}

/** Retries or discards a failed delivery. */
function RetryActions({ row }: { readonly row: DeliveryRow }) {
  const target = useTargets(({ targets }) => targetOf(targets, row.target ?? null));
  const isGone = row.target !== undefined && target === undefined;
  return (
    <>
      {isGone ? (
        <Act row={row} label={t('uploads.saveCopy')} run={() => void saveDelivery(row.id)} />
      ) : (
        <Act row={row} label={t('window.retry')} run={() => void retryDeliveries([row.id])} />
      )}
      <Act row={row} label={t('uploads.discard')} run={() => void removeDeliveries([row.id])} />
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
      aria-label={t('window.actionOn', { action: label, name: deliveryName(row) })}
      onClick={run}
    >
      {label}
    </Button>
  );
}

/** The choices for an upload whose name already exists. */
function ExistsChoices({ row }: { readonly row: DeliveryRow }) {
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
