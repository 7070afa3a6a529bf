import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { FieldError } from '../../ui/FieldError.js';
import { useField } from '../../ui/use-field.js';
import { useDraft } from './draft-store.js';
import { chooseFiles, clearFiles } from './sources.js';
import { formatFiles } from '../../ui/wording.js';
import { AllowedFolders } from './AllowedFolders.js';
import { FileList } from './FileList.js';
import { RefusedList } from './RefusedList.js';
import { t } from '../../i18n/t.js';

/** The Files tab: the file list, the rejected files and a button to add more. */
export function FilesPanel() {
  const count = useDraft(({ draft }) => draft.files.length);
  const { message, control } = useField('source');

  return (
    <div className="panel">
      {count > 1 && (
        <div className="pick-head">
          <span className="quiet small" role="status">
            {formatFiles(count)}
          </span>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={clearFiles}>
            {t('form.clearAll')}
          </Button>
        </div>
      )}
      {count > 0 && <FileList />}
      <div className="row files-add">
        <Button
          id={control.id}
          variant="default"
          leftSection={<FolderOpen size={16} aria-hidden />}
          onClick={() => void chooseFiles()}
        >
          {t('form.chooseFiles')}
        </Button>
        <span className="quiet small">
          {count === 0 ? t('form.orDragFiles') : t('form.orDragMoreFiles')}
        </span>
      </div>
      <FieldError id={`${control.id}-error`} message={message} />
      <RefusedList />
      <AllowedFolders />
    </div>
  );
}
