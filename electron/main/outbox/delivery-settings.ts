import type { UploadLocation } from '../../shared/upload-location.js';
import type { UploadAccessTo } from './uploaders.js';

export interface DeliverySettings {
  readonly accessTo: UploadAccessTo;
  /** Returns the name of a target for lists; that of the bucket or server if there is none. */
  readonly nameOf: (target: string | null, place: UploadLocation) => string;
  /**
   * Null if webhooks are unsigned.
   * @throws MissingSecret if they must be signed, and the secret is missing or unreadable
   */
  readonly webhookSecret: () => Promise<string | null>;
  /** Whether webhooks may be sent to this machine and private networks. */
  readonly privateWebhooks: () => boolean;
}
