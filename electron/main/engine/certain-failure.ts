import { errorData } from '../../shared/errors.js';

/** Whether it is known that a service does nothing for a request that failed: the next try is another request then. */
export function wasNotProcessed(error: unknown): boolean {
  const { code } = errorData(error);
  return code === 'remote-refused' || code === 'remote-unreachable';
}
