import { useEffect } from 'react';
import { isDialogOpen } from '../ui/Dialog.js';
import { useUi } from '../ui/ui-store.js';
import { runCommand } from './run-command.js';
import { commandFor } from './shortcuts.js';

/** Runs shortcuts. Open dialogs and menus keep their own keys. */
export function useShortcuts(): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const id = commandFor(event);
      if (!id || event.defaultPrevented || isDialogOpen()) return;
      if (id === 'cancel') {
        if (isInPopup(event.target)) return;
        if (useUi.getState().sheetOpen) {
          useUi.setState({ sheetOpen: false });
          return;
        }
      }
      event.preventDefault();
      runCommand(id);
    }

    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}
