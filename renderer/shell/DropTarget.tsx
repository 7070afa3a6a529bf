import { FilePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dragContents, draggedAddresses, dropHint } from '../store/drag.js';
import { takeFiles, takeText } from '../store/sources.js';

/** Accepts drops anywhere in the window and shows what a drop will do. */
export function DropTarget() {
  const [promise, setPromise] = useState<string | null>(null);

  useEffect(() => {
    function over(event: DragEvent): void {
      const words = promiseOf(event);
      if (words === null) return;
      takeOver(event);
      setPromise(words);
    }

    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setPromise(null);
    }

    function drop(event: DragEvent): void {
      const { dataTransfer } = event;
      setPromise(null);
      if (!dataTransfer || promiseOf(event) === null) return;
      takeOver(event);
      const files = [...dataTransfer.files];
      if (files.length > 0) void takeFiles(files);
      else takeText(draggedAddresses(dataTransfer.getData('text/uri-list')), '');
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
    <div className="drop-target" data-open={promise !== null || undefined}>
      <div className="drop-promise" role="status">
        {promise !== null && (
          <>
            <FilePlus size={32} strokeWidth={1.5} aria-hidden />
            <span>{promise}</span>
          </>
        )}
      </div>
    </div>
  );
}

function promiseOf({ dataTransfer }: DragEvent): string | null {
  return dataTransfer ? dropHint(dragContents(dataTransfer)) : null;
}

/**
 * Stops the element below from handling the drag: the editor would insert the text, the page would
 * navigate.
 */
function takeOver(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
}
