import { MantineProvider, Tabs, getDefaultZIndex } from '@mantine/core';
import { useColorScheme, useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Composer } from './document/form/Composer.js';
import { FileNameField } from './document/form/FileNameField.js';
import { JobsDrawer } from './queue/JobsDrawer.js';
import { PreviewPane } from './document/preview/PreviewPane.js';
import { primaryAction } from './document/preview/primary-action.js';
import { SaveBar } from './document/preview/SaveBar.js';
import { StatusLine } from './document/preview/StatusLine.js';
import { Resizer } from './ui/Resizer.js';
import { SettingsDialog } from './settings/SettingsDialog.js';
import { changeDraft, useDraft } from './document/form/draft-store.js';
import { useJobView } from './queue/job-view.js';
import { enterNotices, noticesInView } from './ui/notices.js';
import { changeSettings, useSettings } from './settings/settings-store.js';
import { narrowWindow, useUi } from './ui/ui-store.js';
import { theme } from './theme.js';
import { DropTarget } from './document/DropTarget.js';
import { Header } from './ui/Header.js';
import { SettingsSheet } from './document/form/SettingsSheet.js';
import { ShortcutsDialog } from './commands/ShortcutsDialog.js';
import { useClipboard } from './document/use-clipboard.js';
import { useShortcuts } from './commands/use-shortcuts.js';
import './ui/shell.css';
import { t } from './i18n/t.js';

/** The window: options at the left, the preview at the right, actions and queue below. */
export function App() {
  const chosen = useSettings((settings) => settings.theme);
  const system = useColorScheme(undefined, { getInitialValueInEffect: false });
  return (
    <MantineProvider theme={theme} forceColorScheme={chosen === 'system' ? system : chosen}>
      <Window />
      <DropTarget />
      <ShortcutsDialog />
      <SettingsDialog />
      <Notifications
        position="top-right"
        limit={noticesInView}
        notificationMaxHeight="calc((100vh - 160px) / 3)"
        zIndex={getDefaultZIndex('popover') - 1}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) enterNotices(relatedTarget);
        }}
      />
    </MantineProvider>
  );
}

function Window() {
  const tab = useDraft(({ draft }) => draft.tab);
  const width = useSettings(({ composerWidth }) => composerWidth);
  const hasRoomForThumbnails = useMediaQuery('(min-width: 1100px)', undefined, inFirstRender);
  const isFolded = useMediaQuery(narrowWindow, undefined, inFirstRender);
  const isOfJob = useJobView(({ id }) => id !== null);
  useShortcuts();
  useClipboard();

  function chooseTab(value: string | null): void {
    const chosen = tabs.find((known) => known === value);
    if (!chosen) return;
    changeDraft({ tab: chosen });
    if (isFolded) useUi.setState({ sheetOpen: true });
  }

  return (
    <Tabs value={tab} onChange={chooseTab} keepMounted={false} className="window">
      <Header isFolded={isFolded} />
      <main className="window-body">
        {isFolded ? (
          <SettingsSheet width={width} />
        ) : (
          <>
            <aside className="window-composer" aria-label={t('window.options')} style={{ width }}>
              <Composer />
            </aside>
            <Resizer
              edge="right"
              label={t('window.optionsWidth')}
              size={width}
              range={composerWidths}
              onResize={(composerWidth) => useSettings.setState({ composerWidth })}
              onResized={(composerWidth) => void changeSettings({ composerWidth })}
            />
          </>
        )}
        <PreviewPane hasRoomForThumbnails={hasRoomForThumbnails} />
      </main>
      <footer className="window-footer" data-keeps-focus={primaryAction}>
        {!isOfJob && (
          <div className="window-filename">
            <FileNameField />
          </div>
        )}
        <StatusLine />
        <SaveBar />
      </footer>
      <JobsDrawer />
    </Tabs>
  );
}

const composerWidths = { smallest: 320, largest: 400 };
const tabs = ['files', 'url', 'html'] as const;
const inFirstRender = { getInitialValueInEffect: false };
