import type { FieldIssue } from '@shared/errors.js';
import { message } from '@shared/messages/message.js';
import { quote } from '@shared/request/text.js';

/**
 * Returns the errors of the output folder. An empty folder is valid and means next to each source.
 */
export function folderIssues(folder: string): readonly FieldIssue[] {
  const written = folder.trim();
  if (written === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(written)) return [];
  const issue = message('form.folderNotFull', { folder: quote(written) });
  return [{ field: 'output.folder', message: issue }];
}
