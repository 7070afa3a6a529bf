import type { DeliverySettings } from '../delivery/delivery-settings.js';
import { bucketSenders } from '../delivery/outbox/bucket-senders.js';
import { type RememberingOutbox, openOutbox } from '../delivery/outbox/open-outbox.js';
import type { OutboxParts } from '../delivery/outbox/outbox-parts.js';
import { patientSchedule } from '../delivery/outbox/schedule.js';

export interface OutboxOfWindow extends Required<
  Pick<OutboxParts, 'onChange' | 'onDelivered' | 'log'>
> {
  /** Platen's own folder. */
  readonly userData: string;
  readonly settings: DeliverySettings;
}

/**
 * Opens what leaves this computer. What speaks to buckets and webhooks is loaded when the first delivery needs it: the window does not wait for it.
 */
export async function openWindowOutbox({
  settings,
  ...place
}: OutboxOfWindow): Promise<RememberingOutbox> {
  const { accessTo, nameOf, webhookSecret, privateWebhooks } = settings;
  const opened = await openOutbox({
    ...place,
    accessTo,
    nameOf,
    schedule: patientSchedule,
    ...bucketSenders,
    sendWebhook: async (post, signal) => {
      const { webhookSender } = await import('../delivery/webhook/send-webhook.js');
      const send = webhookSender({ secret: webhookSecret, allowsPrivate: privateWebhooks });
      await send(post, signal);
    },
    onTrouble: () => {
      const { trouble } = opened.outbox;
      if (trouble !== null) place.log(trouble);
    },
  });
  return opened;
}
