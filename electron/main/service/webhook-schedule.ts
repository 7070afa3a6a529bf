import { errorData } from '../../shared/errors.js';
import { DeliveryFailure } from '../delivery/delivery-failure.js';
import { delayAfter, patientSchedule } from '../delivery/outbox/schedule.js';

/**
 * When a message is tried again that was not taken: for some 18 minutes, as by the window; what will not be otherwise by then, such as a refusal, not at all.
 * @param tries how many there have been
 * @returns in milliseconds; null if it is given up
 */
export function delayOfWebhook(thrown: unknown, tries: number): number | null {
  if (errorData(thrown).code !== 'delivery-interrupted') return null;
  const asked = thrown instanceof DeliveryFailure ? thrown.details.retryAfterMs : undefined;
  return delayAfter(patientSchedule.webhook, tries, Math.random(), asked);
}
