import type { FieldIssue } from '@shared/errors.js';
import { quote } from '@shared/request/text.js';
import { t } from '../../i18n/t.js';

/**
 * Returns the errors of the output folder. An empty folder is valid and means next to each source.
 */
export function folderIssues(folder: string): readonly FieldIssue[] {
  const written = folder.trim();
  if (written === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(written)) return [];
  const message = t('form.folderNotFull', { folder: quote(written) });
  return [{ field: 'output.folder', message }];
}
