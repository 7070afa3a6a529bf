/** How often an asynchronous task is taken before it is believed to be what ends the servers. */
export const maxAttempts = 10;

const maxDelaySeconds = 300;

/**
 * How long a task waits whose server has died or failed over it: each time twice as long, so that one that ends its servers leaves the others
 * time to be made, for a quarter of an hour in all. One that is to be given up does not wait.
 * @param attempts how often it was taken
 * @returns in seconds
 */
export function delayOfTask(attempts: number): number {
  return attempts < maxAttempts ? Math.min(2 ** attempts, maxDelaySeconds) : 0;
}
