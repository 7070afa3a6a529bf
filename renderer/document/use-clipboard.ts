import { useEffect } from 'react';
import { isTextField } from '../commands/shortcuts.js';
import { isDialogOpen } from '../ui/Dialog.js';
import { addDroppedFiles, pasteText } from './form/sources.js';

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
