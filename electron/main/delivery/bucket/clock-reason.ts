import { type FailedRequest, type FailureReason, lasting } from './failure-reason.js';
import type { ServerAnswer } from './server-answer.js';

/**
 * Why a request was too old or too new for the server. The SDK corrects the clock by the `Date` of the answer and tries again, so that this is left where that
 * did not help: where the answer has no date, or one that is not the server's own.
 */
export function clockReason(
  _request: FailedRequest,
  { headers }: ServerAnswer,
  now = Date.now(),
): FailureReason {
  const date = Date.parse(headers['date'] ?? '');
  const apart = Number.isNaN(date) ? '' : inWords(now - date);
  return lasting(
    `the clock of this computer and that of the server are too far apart${apart}`,
    'Set the clock of this computer',
  );
}

/** Less than two minutes are no reason, whatever the server says. */
function inWords(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  if (minutes < 2) return '';
  const amount = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `: this one is ${amount} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
