import { createHash } from 'node:crypto';
import type { TaskSubmission } from '../store/service-store.js';

/**
 * What a request's work is known by, to who does it again after a kill: an object that it has left in a bucket says so. It is the task's id, which is the same
 * for each server that takes it; of requests with an `Idempotency-Key`, which are tasks of their own each, what they have in common.
 */
export function workIdOf(
  task: string,
  account: string,
  idempotency: TaskSubmission['idempotency'],
): string {
  if (idempotency === undefined) return task;
  const { key, digest } = idempotency;
  return createHash('sha256')
    .update(JSON.stringify([account, key, digest]))
    .digest('hex');
}
