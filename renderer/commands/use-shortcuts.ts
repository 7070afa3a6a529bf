import { useEffect } from 'react';
import { isDialogOpen } from '../ui/Dialog.js';
import { useUi } from '../ui/ui-store.js';
import { runCommand } from './run-command.js';
import { commandFor } from './shortcuts.js';

/** Runs shortcuts. Open dialogs and menus keep their own keys. */
export function useShortcuts(): void {
  useEffect(() => {
    let seen: KeyboardEvent | null = null;

    function press(event: KeyboardEvent): void {
      seen = event;
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

    /** An open tooltip closes on Escape and stops the event on its way to the window. */
    function pressBelowTooltip(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || isDialogOpen() || !hasTooltip()) return;
      setTimeout(() => {
        if (seen !== event) press(event);
      });
    }

    window.addEventListener('keydown', press);
    window.addEventListener('keydown', pressBelowTooltip, true);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keydown', pressBelowTooltip, true);
    };
  }, []);
}

function hasTooltip(): boolean {
  return document.querySelector('[role="tooltip"]') !== null;
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}
