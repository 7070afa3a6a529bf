import { AppError } from '../../../shared/errors.js';
import { toldError } from '../webhook/webhook-message.js';
import type { JobOutcome, Outgoing, OutgoingUpload, OutgoingWebhook } from './outgoing.js';
import { isAtRest } from './outgoing-state.js';

/** Finds a delivery; undefined for one that was taken off the list. */
export type FindOutgoing = (id: string) => Outgoing | undefined;

/** Whether all uploads that a webhook waits for have come to rest, or were taken off the list. */
export function hasNothingToWaitFor({ after }: OutgoingWebhook, find: FindOutgoing): boolean {
  return after.every((id) => {
    const upload = find(id);
    return upload === undefined || isAtRest(upload.state);
  });
}

/**
 * What a webhook has to tell: what became of its first upload. A delivered or skipped one is `completed` with its address. Any other end is `failed`: one that
 * failed with its own error, one that the person canceled or took off the list with the error `canceled`.
 */
export function outcomeToTell(webhook: OutgoingWebhook, find: FindOutgoing): JobOutcome {
  const [first] = webhook.after;
  if (first === undefined) return webhook.outcome;
  const upload = find(first);
  return upload?.kind === 'upload' ? outcomeOfUpload(upload) : recordedOutcome(webhook);
}

/** What is told of an upload as it stands. */
export function outcomeOfUpload({ state }: OutgoingUpload): JobOutcome {
  switch (state.status) {
    case 'delivered':
    case 'skipped': {
      const { receipt } = state;
      return receipt ? { kind: 'completed', url: receipt.url, file: receipt.file } : undelivered();
    }
    case 'failed':
      return { kind: 'failed', error: state.error };
    case 'canceled':
      return failed('The upload was canceled, so the PDF was not delivered.');
    case 'held':
    case 'waiting':
    case 'running':
      return undelivered();
  }
}

/** Whether two outcomes are told with the same words. */
export function isSameOutcome(one: JobOutcome, other: JobOutcome): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));
}

/** The outcome of an upload that is gone was put down as it left; where it was not, nothing is known of its delivery. */
function recordedOutcome({ outcome }: OutgoingWebhook): JobOutcome {
  const isRecorded = outcome.kind === 'failed' || outcome.url !== undefined;
  return isRecorded ? outcome : undelivered();
}

function undelivered(): JobOutcome {
  return failed(
    'The upload was taken off the list before it was done, so the PDF was not delivered.',
  );
}

function failed(message: string): JobOutcome {
  return { kind: 'failed', error: new AppError('canceled', message).toData() };
}

function wordsOf(outcome: JobOutcome): readonly unknown[] {
  if (outcome.kind === 'failed') return Object.values(toldError(outcome.error, false));
  return [outcome.url, outcome.file.name, outcome.file.size];
}
