import { errorData } from '../../shared/errors.js';
import { DeliveryFailure, MissingSecret } from '../network/delivery-failure.js';
import { delayAfter, backgroundSchedule } from '../outbox/schedule.js';

/** How often a message is tried whose signing secret is not known, in milliseconds. Nothing is sent for that. */
const missingSecretMs = 60_000;

/**
 * Returns how long to wait before a failed message is tried again: for some 18 minutes in all, as by the window; one that
 * waits for the signing secret as long as it takes; a refusal not at all.
 * @param tries how many there have been
 * @returns in milliseconds; null if the message is given up
 */
export function delayOfWebhook(thrown: unknown, tries: number): number | null {
  if (thrown instanceof MissingSecret) return missingSecretMs;
  if (errorData(thrown).code !== 'delivery-interrupted') return null;
  const asked = thrown instanceof DeliveryFailure ? thrown.details.retryAfterMs : undefined;
  return delayAfter(backgroundSchedule.webhook, tries, Math.random(), asked);
}
