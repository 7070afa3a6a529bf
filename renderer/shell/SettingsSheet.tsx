import { Composer } from '../features/composer/Composer.js';
import { useUi } from '../store/ui-store.js';

/** The id by which the button that opens the sheet names it. */
export const settingsSheetId = 'settings-sheet';

/** In a narrow window: the settings over the left of the paper, which stays in sight and in use beside them. */
export function SettingsSheet({ width }: { readonly width: number }) {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <aside id={settingsSheetId} className="settings-sheet" aria-label="Options" style={{ width }}>
      {isOpen && <Composer />}
    </aside>
  );
}
