import { AppError } from '../../shared/errors.js';
import { type ObjectLocation, s3Uri } from '../../shared/request/storage.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import type { BucketAccess } from './bucket-access.js';
import { connectionReason } from './connection-reason.js';
import { type FailedRequest, type FailureReason, lasting } from './failure-reason.js';
import { refusalReason } from './refusal-reason.js';
import { serverAnswer } from './server-answer.js';

/** What was tried, to be named in the sentence. */
export interface Attempt {
  readonly access: BucketAccess;
  readonly place: ObjectLocation;
  /** `tested`: what was tried is known where it is told, and means nothing to a person. */
  readonly doing: 'written' | 'read' | 'deleted' | 'linked to' | 'tested';
  readonly region?: string | undefined;
}

/**
 * The error of something that did not work at a bucket, as a sentence that says what, why, and what to do. What the server said in its own words stays
 * behind, and so does the request: they may hold a signature. An AppError stays as it is.
 */
export function bucketFailure(thrown: unknown, attempt: Attempt): AppError {
  if (thrown instanceof AppError) return thrown;
  const { access, place, region } = attempt;
  const request: FailedRequest = { access, bucket: place.bucket, region };
  const { reason, advice, isPassing, field, isGrant, retryAfterMs } = reasonOf(thrown, request);
  return new DeliveryFailure(
    isPassing ? 'delivery-interrupted' : 'delivery-refused',
    `${beginning(attempt, reason)}. ${advice}.`,
    {
      field,
      reason: `${reason}. ${advice}.`,
      isGrant: isGrant ?? false,
      retryAfterMs,
      cause: harmless(thrown),
    },
  );
}

function beginning({ access, place, doing }: Attempt, reason: string): string {
  if (doing === 'tested') return reason.charAt(0).toUpperCase() + reason.slice(1);
  return `${named(access, place)} could not be ${doing}: ${reason}`;
}

/** A place with the target that it is written by. */
function named(access: BucketAccess, place: ObjectLocation): string {
  const target = access.name === place.bucket ? '' : ` (target "${access.name}")`;
  return `${s3Uri(place)}${target}`;
}

function reasonOf(thrown: unknown, request: FailedRequest): FailureReason {
  // A broken connection may come with the head of an answer, which then says nothing.
  const connection = connectionReason(request, thrown);
  if (connection !== null) return connection;
  const answer = serverAnswer(thrown);
  if (answer !== null && answer.status >= 300) return refusalReason(request, answer);
  if (answer !== null) {
    return lasting(
      'what answers there is no bucket: the answer is not one of S3',
      'Check the endpoint',
      'endpoint',
    );
  }
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return lasting(`it failed for a reason that Platen does not know (${name})`, 'Try it again');
}

/** What was thrown, without anything that it may carry along. */
function harmless(thrown: unknown): Error {
  const answer = serverAnswer(thrown);
  if (answer !== null) return new Error(`${answer.name}, status ${answer.status}`);
  if (!(thrown instanceof Error)) return new Error(typeof thrown);
  const code = 'code' in thrown ? ` ${String(thrown.code)}` : '';
  return new Error(`${thrown.name}${code}`);
}

/** The error of an upload whose name is taken. What may be done about it, the window offers and the command line names. */
export function existsFailure(
  access: BucketAccess,
  place: ObjectLocation,
  isUnread: boolean,
): DeliveryFailure {
  const unread = isUnread ? ' It could not be looked at: the credentials may only write.' : '';
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} already, and it was not replaced.${unread}`,
  );
}

/** The error of an upload that was cut off, where it cannot be known whether what is there came by it. */
export function maybeOursFailure(access: BucketAccess, place: ObjectLocation): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} now. It may be this very PDF, as an earlier try was cut off before the answer came; it could not be looked at, as the credentials may only write.`,
  );
}

/** The error of an upload that found every number taken. */
export function manyNamesFailure(
  access: BucketAccess,
  place: ObjectLocation,
  tried: number,
): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There are objects ${named(access, place)} with all numbers up to ${tried} already. Choose another name.`,
  );
}
