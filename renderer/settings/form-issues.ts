import type { FieldIssue } from '@shared/errors.js';
import { textOf } from '../i18n/t.js';

/**
 * Returns the error of a field; null for none.
 * @param fields the field paths of the form
 */
export function messageOf(
  issues: readonly FieldIssue[],
  fields: readonly string[],
  field: string,
): string | null {
  const found = issues.find((issue) => fieldOf(fields, issue.field) === field);
  return found ? textOf(found.message) : null;
}

/**
 * Returns the field that shows an issue: the one of its path, else the nearest ancestor; null for
 * none.
 */
export function fieldOf(fields: readonly string[], path: string): string | null {
  if (fields.includes(path)) return path;
  const cut = path.lastIndexOf('.');
  return cut < 0 ? null : fieldOf(fields, path.slice(0, cut));
}
