import type { ObjectLocation } from '../../shared/request/storage.js';
import type { AccessTo } from '../s3/bucket-access.js';

/** The user's settings of deliveries. */
export interface DeliverySettings {
  readonly accessTo: AccessTo;
  /** What a target is called in lists; a bucket without one by its own name. */
  readonly nameOf: (target: string | null, place: ObjectLocation) => string;
  /**
   * Returns the secret that webhooks are signed with; null if they are not to be signed.
   * @throws MissingSecret if they are to be signed, and the secret is not known or cannot be read
   */
  readonly webhookSecret: () => Promise<string | null>;
  /** Whether webhooks may go to this machine and private networks. */
  readonly privateWebhooks: () => boolean;
}
