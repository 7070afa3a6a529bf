import { call, on } from '../../bridge.js';
import { showFailure } from '../notices.js';
import { followDeliveries } from './delivery-list.js';
import { takeDeliveryChanges, takeDeliveryList } from './deliveries-store.js';

/** Takes up what is on its way, and follows it from then on. Changes that come before the list are in the list. */
export async function startDeliveries(): Promise<void> {
  let isListed = false;
  on('deliveries:changed', (changes) => {
    if (isListed) takeDeliveryChanges(changes);
  });
  const list = await call('deliveries:list', undefined);
  isListed = true;
  if (list.ok) takeDeliveryList(list.value);
  else showFailure('The list of uploads could not be read', list.error);
  followDeliveries();
}
