import { Kbd } from '@mantine/core';
import { Spotlight, type SpotlightFilterFunction, useSpotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { commandIds, commands } from '@shared/commands.js';
import { type Message, message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';
import { choosePreset, usePresets } from '../presets/presets-store.js';
import { type SettingsTab, openSettings, settingsTabs } from '../ui/ui-store.js';
import { canRun, keyParts, leavePalette, paletteStore, runCommand } from '../ui/commands.js';

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
  readonly run: () => void;
}

const settingsNames: Readonly<Record<SettingsTab, Message>> = {
  general: message('settings.general'),
  targets: message('settings.destinations'),
  webhooks: message('settings.webhooks'),
  services: message('settings.services'),
  'sign-ins': message('signIns.signIns'),
  'this-service': message('settings.localServer'),
  watched: message('watch.folders'),
};

/** The command palette: the commands that can run now, presets and settings. */
export function Palette() {
  const { opened } = useSpotlight(paletteStore);
  const presets = usePresets((state) => state.presets);
  const entries = useMemo(() => (opened ? entriesOf(presets) : []), [opened, presets]);
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Spotlight
      store={paletteStore}
      shortcut={null}
      filter={bestFirst}
      nothingFound={t('palette.nothingFound')}
      scrollable
      maxHeight={380}
      size={520}
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      attributes={{ content: { 'aria-label': textOf(commands.palette.label) } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{
        // At once: the next key belongs to the palette, not to what had the focus.
        autoFocus: true,
        leftSection: <Search size={16} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
      // The command runs once the palette is closed, so that it can move the focus.
      onSpotlightClose={() => {
        leavePalette();
        chosen.current?.();
        chosen.current = null;
      }}
      actions={entries.map(({ id, label, keys, run }) => ({
        id,
        label,
        rightSection: keys.map((key) => <Kbd key={key}>{key}</Kbd>),
        onClick: () => {
          chosen.current = run;
        },
      }))}
    />
  );
}

function entriesOf(presets: ReturnType<typeof usePresets.getState>['presets']): readonly Entry[] {
  return [
    ...commandIds
      .filter((id) => id !== 'palette' && canRun(id))
      .map((id) => ({
        id,
        label: textOf(commands[id].label),
        keys: keyParts(id),
        run: () => runCommand(id),
      })),
    ...presets.map((preset) => ({
      id: `preset:${preset.name}`,
      label: t('palette.applyPreset', { name: preset.name }),
      keys: [],
      run: () => choosePreset(preset),
    })),
    ...settingsTabs.map((tab) => ({
      id: `settings:${tab}`,
      label: t('palette.openSettings', { section: settingsNames[tab] }),
      keys: [],
      run: () => openSettings(tab),
    })),
  ];
}

const bestFirst: SpotlightFilterFunction = (query, actions) => {
  if (query.trim() === '') return actions;
  return actions
    .map((action) => ({
      action,
      score: 'label' in action ? matchScore(action.label ?? '', query) : null,
    }))
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .map(({ action }) => action);
};

/**
 * Higher is better: the text has the typed letters in this order, in any case; letters that follow
 * each other or begin a word count more. Null without a match.
 */
export function matchScore(text: string, typed: string): number | null {
  const letters = Array.from(typed.toLowerCase()).filter((letter) => letter.trim() !== '');
  const lower = text.toLowerCase();
  const position = lower.indexOf(typed.trim().toLowerCase());
  if (position !== -1) return 1000 - position - text.length / 100;
  let score = 0;
  let last = -1;
  for (const letter of letters) {
    const found = lower.indexOf(letter, last + 1);
    if (found === -1) return null;
    if (found === last + 1) score += 5;
    if (found === 0 || /[\s:/-]/.test(lower[found - 1] ?? '')) score += 8;
    score -= (found - last) / 10;
    last = found;
  }
  return score;
}
