import { publicError } from '../../outbox/webhook-message.js';
import {
  type Outcome,
  type ServiceError,
  type WebhookTask,
  codeIn,
} from '../store/service-store.js';
import { literal } from '../../../shared/messages/message.js';

/**
 * What the store is given of how a request ended, to answer and to tell again. With a flag, a failure has one sentence for each code: its own may quote the
 * page's address, and would be kept for a day (docs/compliance.md). Who waits for the answer is told that all the same.
 */
export function retainedOutcome(
  outcome: Outcome,
  { gdpr, hipaa }: WebhookTask['compliance'],
): Outcome {
  if (outcome.kind !== 'failed' || (!gdpr && !hipaa)) return outcome;
  return { ...outcome, error: discreet(outcome.error) };
}

function discreet({ code, message: sentence, fields }: ServiceError): ServiceError {
  const told = publicError({ code: codeIn({ code }), message: literal(sentence) }, true).message;
  const message = `${told} More is not kept of a request with gdpr or hipaa; only who waits for the answer is told it.`;
  return { code, message, fields: fields.map(({ field }) => ({ field, message })) };
}
