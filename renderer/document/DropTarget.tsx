import { FilePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isDialogOpen } from '../ui/Dialog.js';
import { dragContents, draggedAddresses, dropHint } from './form/drag.js';
import { addDroppedFiles, pasteText } from './form/sources.js';

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
