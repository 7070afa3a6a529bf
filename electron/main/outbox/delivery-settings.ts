import type { ObjectLocation } from '../../shared/request/storage.js';
import type { AccessTo } from '../s3/bucket-access.js';

/** The user's settings of deliveries. */
export interface DeliverySettings {
  readonly accessTo: AccessTo;
  /** Returns the name of a target for lists; that of the bucket if there is no target. */
  readonly nameOf: (target: string | null, place: ObjectLocation) => string;
  /**
   * Returns the secret that webhooks are signed with; null if they are unsigned.
   * @throws MissingSecret if they must be signed, and the secret is missing or unreadable
   */
  readonly webhookSecret: () => Promise<string | null>;
  /** Whether webhooks may be sent to this machine and private networks. */
  readonly privateWebhooks: () => boolean;
}
