import { call, on } from '../../bridge.js';
import { showFailure } from '../notices.js';
import { followDeliveries } from './delivery-list.js';
import { sendWhatLackedKey } from './missing-key.js';
import { takeDeliveryChanges, takeDeliveryList } from './deliveries-store.js';
import { useTargets } from './targets-store.js';

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
  followKeys();
}

/** What failed for want of a secret key goes on by itself once there is one. */
function followKeys(): void {
  useTargets.subscribe(({ secrets }, before) => {
    for (const id of secrets.targets) {
      if (!before.secrets.targets.includes(id)) void sendWhatLackedKey(id);
    }
  });
}
