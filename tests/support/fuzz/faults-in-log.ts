/**
 * What a service's log tells as errors, but for buckets that its owner has not set up: a made
 * request may name one, and that is then no fault of the service.
 * @param log JSON lines
 */
export function faultsIn(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"level":50') && !line.includes('"msg":"bucket set-up"'));
}
