import { call, on } from '../../bridge.js';
import { showFailure } from '../../ui/notices.js';
import { followDeliveries } from './delivery-list.js';
import { applyDeliveryChanges, applyDeliveryList } from './deliveries-store.js';
import { t } from '../../i18n/t.js';

/**
 * Loads the deliveries and follows their changes. Changes before the list arrives are contained in
 * it.
 */
export async function startDeliveries(): Promise<void> {
  let isListed = false;
  on('deliveries:changed', (changes) => {
    if (isListed) applyDeliveryChanges(changes);
  });
  const list = await call('deliveries:list', undefined);
  isListed = true;
  if (list.ok) applyDeliveryList(list.value);
  else showFailure(t('uploads.loadFailed'), list.error);
  followDeliveries();
}
