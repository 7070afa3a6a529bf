import { DatabaseUnavailable } from '../store/database.js';
import { Problem, retryAfter } from './problem.js';

/** When the database may be back, in seconds. */
const awaySeconds = 5;

/**
 * Waits for what only looks into the store, or what is nothing where it fails.
 * @throws Problem 503 where the database is away
 */
export async function withDatabase<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((thrown: unknown) => {
    throw thrown instanceof DatabaseUnavailable ? databaseUnavailableProblem(thrown) : thrown;
  });
}

/**
 * Waits for the admission of a request. A credit that it may have held comes back by itself; an asynchronous request may have been taken in all the same, and be sent
 * again safely only with its `Idempotency-Key`.
 * @throws Problem 503 where the database is away and the request may be sent again
 */
export async function admittedBy<T>(
  asked: Promise<T>,
  { isAsynchronous, hasKey }: { readonly isAsynchronous: boolean; readonly hasKey: boolean },
): Promise<T> {
  return asked.catch((thrown: unknown) => {
    if (!(thrown instanceof DatabaseUnavailable)) throw thrown;
    if (!isAsynchronous || thrown.rolledBack) throw databaseUnavailableProblem(thrown);
    throw hasKey ? databaseUnavailableProblem(thrown, unheardSentence) : thrown;
  });
}

const awaySentence =
  'The service cannot reach its database; nothing was done and nothing charged. Send the request again in a moment.';
const unheardSentence =
  'The service lost its database while it took the request in. Send it again in a moment with the same Idempotency-Key: it is carried out once.';

function databaseUnavailableProblem(cause: DatabaseUnavailable, message = awaySentence): Problem {
  const headers = retryAfter(awaySeconds);
  return new Problem(503, 'no-database', message, { headers, cause });
}
