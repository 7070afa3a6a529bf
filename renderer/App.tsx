import { MantineProvider, getDefaultZIndex } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { AboutDialog } from './commands/AboutDialog.js';
import { Palette } from './commands/Palette.js';
import { Fragment } from 'react';
import { ShortcutsDialog } from './commands/ShortcutsDialog.js';
import { useShortcuts } from './commands/use-shortcuts.js';
import { DocumentView } from './document/DocumentView.js';
import { DropTarget, LinkDialog, useClipboard } from './document/incoming.js';
import { HistoryView } from './history/HistoryView.js';
import { BatchAnnouncement } from './queue/BatchAnnouncement.js';
import { QueueView } from './queue/QueueView.js';
import { useLocale } from './i18n/t.js';
import { useSettings } from './settings/settings-store.js';
import { SettingsDialog } from './settings/SettingsDialog.js';
import { theme } from './theme.js';
import { enterNotices, noticesInView } from './ui/notices.js';
import { TopBar } from './ui/TopBar.js';
import { useUi } from './ui/ui-store.js';
import './ui/window.css';

/** The window: the top bar, and the open view below. */
export function App() {
  const chosen = useSettings((settings) => settings.theme);
  const locale = useLocale();
  const isStarted = useUi((state) => state.isStarted);
  const system = useColorScheme(undefined, { getInitialValueInEffect: false });
  return (
    <MantineProvider theme={theme} forceColorScheme={chosen === 'system' ? system : chosen}>
      <Fragment key={locale}>
        <div className="window" aria-busy={!isStarted}>
          <TopBar />
          <main className="window-body">{isStarted && <View />}</main>
        </div>
        {isStarted && <Overlays />}
      </Fragment>
      <Notifications
        position="bottom-right"
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

/** What reacts to keys, pastes and drops anywhere in the window, and its dialogs. */
function Overlays() {
  useShortcuts();
  useClipboard();
  return (
    <>
      <DropTarget />
      <ShortcutsDialog />
      <AboutDialog />
      <Palette />
      <LinkDialog />
      <SettingsDialog />
      <BatchAnnouncement />
    </>
  );
}

function View() {
  const view = useUi((state) => state.view);
  switch (view) {
    case 'document':
      return <DocumentView />;
    case 'queue':
      return <QueueView />;
    case 'history':
      return <HistoryView />;
  }
}
