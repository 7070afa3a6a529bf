import { Button } from '@mantine/core';
import { Keyboard, Settings, SlidersHorizontal } from 'lucide-react';
import { IconButton } from './IconButton.js';
import { SourceTabs } from '../document/form/SourceTabs.js';
import { PresetMenu } from '../presets/PresetMenu.js';
import { keysOf } from '../commands/shortcuts.js';
import { openSettings, useUi } from './ui-store.js';
import { settingsSheetId } from '../document/form/SettingsSheet.js';
import { ThemeMenu } from '../settings/ThemeMenu.js';
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
