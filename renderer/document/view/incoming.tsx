import { Button } from '@mantine/core';
import { FilePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isTextField } from '../../ui/commands.js';
import { t } from '../../i18n/t.js';
import { Dialog, isDialogOpen } from '../../ui/Dialog.js';
import { showView, useUi } from '../../ui/ui-store.js';
import { tidyLines } from '../draft/addresses.js';
import { changeDraft, loadUrl } from '../draft/draft-store.js';
import { addDroppedFiles, pasteText } from '../form/sources.js';

/** Accepts drops anywhere in the window and shows what a drop will do. */
export function DropTarget() {
  const [hint, setHint] = useState<string | null>(null);

  useEffect(() => {
    function over(event: DragEvent): void {
      const next = hintOf(event);
      if (next === null) return;
      interceptDrag(event);
      setHint(next);
    }

    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setHint(null);
    }

    function drop(event: DragEvent): void {
      const { dataTransfer } = event;
      setHint(null);
      if (!dataTransfer || hintOf(event) === null) return;
      interceptDrag(event);
      const files = [...dataTransfer.files];
      if (files.length > 0) void addDroppedFiles(files);
      else pasteText(draggedAddresses(dataTransfer.getData('text/uri-list')), '');
    }

    window.addEventListener('dragenter', over, true);
    window.addEventListener('dragover', over, true);
    window.addEventListener('dragleave', leave, true);
    window.addEventListener('drop', drop, true);
    return () => {
      window.removeEventListener('dragenter', over, true);
      window.removeEventListener('dragover', over, true);
      window.removeEventListener('dragleave', leave, true);
      window.removeEventListener('drop', drop, true);
    };
  }, []);

  return (
    <div className="drop-target" data-open={hint !== null || undefined}>
      <div className="drop-hint" role="status">
        {hint !== null && (
          <>
            <FilePlus size={32} strokeWidth={1.5} aria-hidden />
            <span>{hint}</span>
          </>
        )}
      </div>
    </div>
  );
}

function hintOf({ dataTransfer }: DragEvent): string | null {
  return dataTransfer && !isDialogOpen() ? dropHint(dragContents(dataTransfer)) : null;
}

/**
 * Stops the element below from handling the drag: the editor would insert the text, the page would
 * navigate.
 */
function interceptDrag(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
}

/** What a drag carries, as far as that is known before the drop. */
interface DragContents {
  /** MIME types of the dragged files; empty for a folder, and for an unknown type. */
  readonly fileTypes: readonly string[];
  /** True for a dragged link. */
  readonly hasAddress: boolean;
}

/** Types that are never convertible: of office documents, only Word's are. */
const refusedType =
  /^(audio|font|video)\/|^image\/(?!svg)|^application\/(gzip|vnd\.(?!.*\.wordprocessingml\.document$))/;

/**
 * In a few words; null for nothing. Names, and the files in folders, are unknown until the drop
 * (HTML, 6.11.3: protected mode).
 */
export function dropHint({ fileTypes, hasAddress }: DragContents): string | null {
  const total = fileTypes.length;
  if (total === 0) return hasAddress ? t('window.dropUrl') : null;
  const count = fileTypes.filter((type) => !refusedType.test(type)).length;
  if (count === 0) return t('window.dropNothing', { count: total });
  if (count < total) return t('window.dropSome', { count, total });
  if (!fileTypes.includes('')) return t('window.dropFiles', { count });
  return count === 1 ? t('window.dropFileOrFolder') : t('window.dropFilesOrFolders', { count });
}

function dragContents(transfer: DataTransfer): DragContents {
  const files = [...transfer.items].filter(({ kind }) => kind === 'file');
  return {
    fileTypes: files.map(({ type }) => type),
    hasAddress: transfer.types.includes('text/uri-list'),
  };
}

/** From a `text/uri-list` (RFC 2483): one per line, without comments. */
export function draggedAddresses(list: string): string {
  return tidyLines(list)
    .filter((line) => !line.startsWith('#'))
    .join('\n');
}

/** Accepts pastes anywhere. Text pasted into a text field stays there; files are added. */
export function useClipboard(): void {
  useEffect(() => {
    function paste(event: ClipboardEvent): void {
      const data = event.clipboardData;
      if (!data || isDialogOpen()) return;
      const files = [...data.files];
      if (files.length === 0 && isTextField(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (files.length > 0) void addDroppedFiles(files);
      else pasteText(data.getData('text/plain'), data.getData('text/html'));
    }

    window.addEventListener('paste', paste, true);
    return () => window.removeEventListener('paste', paste, true);
  }, []);
}

/** Asks before a page is loaded that a link outside of Platen asks for. */
export function LinkDialog() {
  const url = useUi(({ linkUrl }) => linkUrl);
  const close = () => useUi.setState({ linkUrl: null });

  function open(): void {
    close();
    showView('document');
    changeDraft({ tab: 'url' });
    loadUrl(url ?? '');
  }

  return (
    <Dialog
      title={t('link.title')}
      closeLabel={t('link.close')}
      isOpen={url !== null}
      onClose={close}
    >
      <p>{t('link.help')}</p>
      <p className="link-url">{url}</p>
      <div className="row">
        <Button onClick={open}>{t('link.open')}</Button>
        <Button variant="default" onClick={close}>
          {t('link.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
