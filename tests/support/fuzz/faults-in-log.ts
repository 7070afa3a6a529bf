/**
 * Returns the errors in a service's log, except for missing bucket settings: a generated request
 * may name a bucket, which is not a fault of the service. @param log JSON lines
 */
export function faultsIn(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"level":50') && !line.includes('"msg":"bucket set-up"'));
}
