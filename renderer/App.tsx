import './ui/window.css';
import {
  Badge,
  Button,
  Kbd,
  MantineProvider,
  SegmentedControl,
  getDefaultZIndex,
} from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { AboutDialog, ShortcutsDialog } from './commands/HelpDialogs.js';
import { Palette } from './commands/Palette.js';
import { Fragment } from 'react';
import { keyParts, keysOf, openPalette, useShortcuts } from './ui/commands.js';
import { DocumentView } from './document/view/DocumentView.js';
import { EnterSignInDialog } from './document/form/EnterSignIn.js';
import { SignInDialog } from './document/form/SignIn.js';
import { DropTarget, LinkDialog, useClipboard } from './document/view/incoming.js';
import { HistoryView } from './history/HistoryView.js';
import { BatchAnnouncement, QueueView } from './queue/QueueView.js';
import { t, textOf, useLocale } from './i18n/t.js';
import { useSettings } from './settings/settings-store.js';
import { SettingsDialog } from './settings/dialog/SettingsDialog.js';
import { theme, tooltipsId } from './theme.js';
import { restartClocks } from './ui/notice-clocks.js';
import { enterNotices, noticesInView } from './ui/notices.js';
import { type View, openSettings, showView, useUi, views } from './ui/ui-store.js';
import { FileText, History, Layers, type LucideIcon, Search, Settings } from 'lucide-react';
import { type Message, message } from '@shared/messages/message.js';
import { formatNumber } from './i18n/format.js';
import { PresetMenu } from './presets/PresetMenu.js';
import { useUnfinishedCount } from './queue/jobs-store.js';
import { IconButton } from './ui/parts.js';

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
          <main className="window-body" data-keeps-focus="">
            {isStarted && <View />}
            <div id={tooltipsId} />
          </main>
        </div>
        {isStarted && <Overlays />}
      </Fragment>
      <Notices />
    </MantineProvider>
  );
}

function Notices() {
  const view = useUi((state) => state.view);
  return (
    <Notifications
      position="bottom-right"
      data-view={view}
      limit={noticesInView}
      // Their clocks are in `notice-clocks.ts`.
      autoClose={false}
      notificationMaxHeight="calc((100vh - 160px) / 3)"
      zIndex={getDefaultZIndex('popover') - 1}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) enterNotices(relatedTarget);
      }}
      onBlur={restartClocks}
      onMouseLeave={restartClocks}
    />
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
      <SignInDialog />
      <EnterSignInDialog />
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

/** The application name, the views, presets and settings. */
function TopBar() {
  return (
    <header className="top-bar">
      <h1 className="top-bar-name">
        <AppMark />
        <span>{t('window.appName')}</span>
      </h1>
      <ViewSwitch />
      <div className="top-bar-end">
        <Button
          className="top-bar-search"
          variant="subtle"
          color="gray"
          aria-label={t('commands.palette')}
          leftSection={<Search size={16} aria-hidden />}
          rightSection={<Kbd>{keyParts('palette').join(' ')}</Kbd>}
          onClick={openPalette}
        >
          {t('commands.palette')}
        </Button>
        <PresetMenu />
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

interface ViewLabel {
  readonly name: Message;
  readonly icon: LucideIcon;
}

const labels: Readonly<Record<View, ViewLabel>> = {
  document: { name: message('window.documentView'), icon: FileText },
  queue: { name: message('window.queueView'), icon: Layers },
  history: { name: message('window.historyView'), icon: History },
};

function ViewSwitch() {
  const view = useUi((state) => state.view);
  const unfinished = useUnfinishedCount();
  const data = views.map((value) => {
    const { name, icon: Icon } = labels[value];
    const count = value === 'queue' && unfinished > 0 ? formatNumber(unfinished) : null;
    const label = (
      <span className="view-label">
        <Icon size={16} aria-hidden />
        {textOf(name)}
        {count !== null && <Badge size="sm">{count}</Badge>}
      </span>
    );
    return { value, label };
  });
  return (
    <SegmentedControl
      className="view-switch"
      aria-label={t('window.view')}
      value={view}
      data={data}
      onChange={showView}
    />
  );
}

/** The paper of the application's icon. */
function AppMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden>
      <rect width="20" height="20" rx="5" fill="var(--accent)" />
      <rect x="5" y="4" width="10" height="12" rx="2" fill="var(--background)" />
    </svg>
  );
}
