import type { JobChanges, JobRow } from '@shared/jobs.js';

/**
 * Updates the rows in place and returns the new order of ids: the same array if unchanged. A job
 * that was added and removed between two events is left out.
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
