import { Button } from '@mantine/core';
import { Keyboard, Settings, SlidersHorizontal } from 'lucide-react';
import { IconButton } from '../components/IconButton.js';
import { SourceTabs } from '../features/composer/SourceTabs.js';
import { PresetMenu } from '../features/presets/PresetMenu.js';
import { keysOf } from '../shortcuts.js';
import { openSettings, useUi } from '../store/ui-store.js';
import { settingsSheetId } from './SettingsSheet.js';
import { ThemeMenu } from './ThemeMenu.js';
import { t } from '../i18n/t.js';

/** The application name, source tabs, presets and settings. */
export function Header({ isFolded }: { readonly isFolded: boolean }) {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <header className="header">
      <h1 className="header-name">{t('window.appName')}</h1>
      <SourceTabs />
      <div className="header-end">
        <PresetMenu />
        {isFolded && (
          <Button
            variant="default"
            leftSection={<SlidersHorizontal size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={settingsSheetId}
            onClick={() => useUi.setState({ sheetOpen: !isOpen })}
          >
            {t('window.options')}
          </Button>
        )}
        <IconButton
          icon={Keyboard}
          label={t('shortcuts.title')}
          keys={keysOf('help')}
          onClick={() => useUi.setState({ shortcutsOpen: true })}
        />
        <ThemeMenu />
        <IconButton
          icon={Settings}
          label={t('settings.settings')}
          keys={keysOf('settings')}
          onClick={() => openSettings('general')}
        />
      </div>
    </header>
  );
}
