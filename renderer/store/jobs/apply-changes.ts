import type { JobChanges, JobRow } from '@shared/jobs.js';

/**
 * Brings the rows up to date, in place, and gives the order of the ids after it: the same array where it did not change.
 * A job that was added and removed between two events is not there.
 */
export function applyChanges(
  rows: Map<string, JobRow>,
  order: readonly string[],
  { rows: changed, removed, order: newOrder }: JobChanges,
): readonly string[] {
  const added = changed.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
  for (const row of changed) rows.set(row.id, row);
  for (const id of removed) rows.delete(id);
  if (newOrder) return newOrder.filter((id) => rows.has(id));
  if (added.length === 0 && removed.length === 0) return order;
  return [...order, ...added].filter((id) => rows.has(id));
}
