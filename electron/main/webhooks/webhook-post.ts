export interface WebhookPost {
  /** The same in each attempt, so that the receiver recognizes repetitions (`webhook-id`). */
  readonly id: string;
  readonly address: string;
  /** JSON. */
  readonly body: string;
  /** Refuses unencrypted connections, except to this machine (hipaa). */
  readonly encryptedOnly: boolean;
}

/**
 * Sends a message once.
 * @throws DeliveryFailure `delivery-interrupted` if a retry may succeed, otherwise
 * `delivery-refused`; anything once the signal is aborted
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<void>;

/**
 * The host and port: the only part of a webhook's URL in messages and log lines, as path and query
 * are often secret.
 */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an invalid URL';
}
