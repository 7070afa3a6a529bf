import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { bucketClients } from '../outbox/bucket-senders.js';
import { type OpenedOutbox, openOutbox } from '../outbox/open-outbox.js';
import type { OutboxParts } from '../outbox/outbox-parts.js';
import { backgroundSchedule } from '../outbox/schedule.js';

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
}: OutboxOfWindow): Promise<OpenedOutbox> {
  const { accessTo, nameOf, webhookSecret, privateWebhooks } = settings;
  const opened = await openOutbox({
    ...place,
    accessTo,
    nameOf,
    schedule: backgroundSchedule,
    ...bucketClients,
    sendWebhook: async (post, signal) => {
      const { webhookSender } = await import('../webhooks/send-webhook.js');
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
