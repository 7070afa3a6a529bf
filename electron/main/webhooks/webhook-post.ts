/** One message for a webhook. */
export interface WebhookPost {
  /**
   * The same on every try, so that the receiver knows a message again (Standard Webhooks,
   * `webhook-id`).
   */
  readonly id: string;
  readonly address: string;
  /** JSON. */
  readonly body: string;
  /** Refuses to send it over an unencrypted connection, but for this computer itself (hipaa). */
  readonly encryptedOnly: boolean;
}

/**
 * Sends a message once.
 * @throws DeliveryFailure `delivery-interrupted` if it is worth another try, else
 * `delivery-refused`; whatever it likes once the signal is aborted
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<void>;

/**
 * The host of an address, with its port: all of a webhook's address that sentences and log lines
 * may hold, as path and query are often secret.
 */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that cannot be read';
}
