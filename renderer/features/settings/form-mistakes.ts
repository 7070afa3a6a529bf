import type { FieldIssue } from '@shared/errors.js';

/** The sentence to show beside a field; null if there is none. @param fields those of the form, by their paths */
export function messageOf(
  issues: readonly FieldIssue[],
  fields: readonly string[],
  field: string,
): string | null {
  return issues.find((issue) => fieldOf(fields, issue.field) === field)?.message ?? null;
}

/** The field that shows an issue: the one of its path, else the nearest above it; null if there is none. */
export function fieldOf(fields: readonly string[], path: string): string | null {
  if (fields.includes(path)) return path;
  const cut = path.lastIndexOf('.');
  return cut < 0 ? null : fieldOf(fields, path.slice(0, cut));
}
