import { FileText } from 'lucide-react';
import { useCallback } from 'react';
import { PickList } from '../../ui/PickList.js';
import { changeDraft, removeFile, useDraft } from './draft-store.js';
import { placeInFolder } from './file-place.js';
import { focusField } from '../../ui/ui-store.js';
import { t } from '../../i18n/t.js';
import { formatBytes } from '../../i18n/format.js';

/** The files to convert; the preview shows the selected one. */
export function FileList() {
  const files = useDraft(({ draft }) => draft.files);
  const selectedPath = useDraft(({ draft }) => draft.selectedPath);

  const remove = useCallback((index: number) => {
    const file = useDraft.getState().draft.files[index];
    if (file) removeFile(file.path);
    if (useDraft.getState().draft.files.length === 0) focusField('source');
  }, []);

  return (
    <PickList
      label={t('form.fileList')}
      count={files.length}
      selected={files.findIndex(({ path }) => path === selectedPath)}
      rowAt={(index) => {
        const file = files[index];
        return (
          file && {
            key: file.path,
            icon: FileText,
            place: placeInFolder(file),
            name: file.name,
            end: formatBytes(file.size),
            tooltip: file.path,
            isWrong: false,
          }
        );
      }}
      onChoose={(index) => changeDraft({ selectedPath: files[index]?.path ?? null })}
      onRemove={remove}
    />
  );
}
