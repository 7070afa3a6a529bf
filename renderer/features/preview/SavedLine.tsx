import { Button } from '@mantine/core';
import { useDraft } from '../../store/draft-store.js';
import { usePreview } from '../../store/preview-store.js';
import { PathEnd } from '../../components/PathEnd.js';
import { fileNameOf, pdfKey } from '../../store/ready-pdf.js';
import { openSaved, showInFolder, useSaving } from '../../store/saving.js';

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
      <PathEnd before={isCurrent ? 'Saved to ' : 'Changed since saved to '} path={file.path} />
      <Button variant="subtle" size="compact-sm" onClick={() => void showInFolder(file.path)}>
        Show in folder
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => void openSaved(file.path)}>
        Open
      </Button>
    </>
  );
}
