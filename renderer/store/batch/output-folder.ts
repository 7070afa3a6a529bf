import type { FieldIssue } from '@shared/errors.js';
import { quote } from '@shared/request/text.js';

/**
 * Returns the errors of the output folder. An empty folder is valid and means next to each source.
 */
export function folderIssues(folder: string): readonly FieldIssue[] {
  const written = folder.trim();
  if (written === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(written)) return [];
  const message = `The folder ${quote(written)} is not a full path. Choose a folder or enter its full path.`;
  return [{ field: 'output.folder', message }];
}
