import { Composer } from './Composer.js';
import { useUi } from '../../ui/ui-store.js';
import { t } from '../../i18n/t.js';

/** Id that the button of the sheet refers to. */
export const settingsSheetId = 'settings-sheet';

/** In a narrow window: the options in a sheet over the preview, which stays visible and usable. */
export function SettingsSheet({ width }: { readonly width: number }) {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <aside
      id={settingsSheetId}
      className="settings-sheet"
      aria-label={t('window.options')}
      style={{ width }}
    >
      {isOpen && <Composer />}
    </aside>
  );
}
