import { Badge, Button, Kbd, SegmentedControl } from '@mantine/core';
import { FileText, History, Layers, type LucideIcon, Search, Settings } from 'lucide-react';
import { type Message, message } from '@shared/messages/message.js';
import { openPalette } from '../commands/run-command.js';
import { keyParts, keysOf } from '../commands/shortcuts.js';
import { formatNumber } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { PresetMenu } from '../presets/PresetMenu.js';
import { useUnfinishedCount } from '../queue/entries.js';
import { IconButton } from './IconButton.js';
import { type View, openSettings, showView, useUi, views } from './ui-store.js';

/** The application name, the views, presets and settings. */
export function TopBar() {
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
