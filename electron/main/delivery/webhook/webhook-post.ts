/** One message for a webhook. */
export interface WebhookPost {
  /** The same on every try, so that the receiver knows a message again (Standard Webhooks, `webhook-id`). */
  readonly id: string;
  readonly address: string;
  /** JSON. */
  readonly body: string;
  /** Refuses to send it over an unencrypted connection, but for this computer itself (hipaa). */
  readonly encryptedOnly: boolean;
}

/**
 * Sends a message once.
 * @throws DeliveryFailure `delivery-interrupted` if it is worth another try, else `delivery-refused`; whatever it likes once the signal is aborted
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<void>;
