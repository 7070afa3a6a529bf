import { useEffect } from 'react';
import { shortcutFor, shortcuts } from './shortcuts.js';
import { useUi } from '../ui/ui-store.js';

/** Runs shortcuts. Open dialogs and menus keep their own keys. */
export function useShortcuts(): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const name = shortcutFor(event);
      const { shortcutsOpen, settingsOpen, sheetOpen } = useUi.getState();
      if (!name || event.defaultPrevented || shortcutsOpen || settingsOpen) return;
      if (name === 'cancel') {
        if (isInPopup(event.target)) return;
        if (sheetOpen) {
          useUi.setState({ sheetOpen: false });
          return;
        }
      }
      event.preventDefault();
      shortcuts[name].run();
    }

    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}
