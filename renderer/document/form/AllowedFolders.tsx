import { CloseButton } from '@mantine/core';
import { allowedFoldersOf, disallowFolder, useDraft } from './draft-store.js';
import { t } from '../../i18n/t.js';

/** The folders that the shown document may read besides its own. */
export function AllowedFolders() {
  const folders = useDraft(({ draft }) => allowedFoldersOf(draft));
  if (folders.length === 0) return null;
  return (
    <section className="allowed-folders" aria-label={t('form.allowedFolders')}>
      <span className="quiet">{t('form.allowedFolders')}</span>
      <ul>
        {folders.map((folder) => (
          <li key={folder}>
            <span>{folder}</span>
            <CloseButton
              size="sm"
              aria-label={t('form.removeAccess', { folder })}
              onClick={() => disallowFolder(folder)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
