import { Button } from '@mantine/core';
import { useDraft } from '../form/draft-store.js';
import { usePreview } from './preview-store.js';
import { PathEnd, pathSlot } from '../../ui/PathEnd.js';
import { fileNameOf, pdfKey } from './ready-pdf.js';
import { openSaved, showInFolder, useSaving } from '../form/saving.js';
import { t } from '../../i18n/t.js';

/** Where the PDF was saved, with actions. */
export function SavedLine() {
  const typed = useDraft(({ draft }) => draft.filename);
  const shown = usePreview((state) => state.shown);
  const saved = useSaving((state) => state.saved);
  const file = shown && saved.get(pdfKey(shown.source, fileNameOf(shown, typed)));
  if (!file) return null;
  const isCurrent = file.artifactId === shown.artifact.id;
  return (
    <>
      <PathEnd
        text={
          isCurrent
            ? t('window.savedTo', { path: pathSlot })
            : t('preview.changedSinceSaved', { path: pathSlot })
        }
        path={file.path}
      />
      <Button variant="subtle" size="compact-sm" onClick={() => void showInFolder(file.path)}>
        {t('window.showInFolder')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => void openSaved(file.path)}>
        {t('window.open')}
      </Button>
    </>
  );
}
