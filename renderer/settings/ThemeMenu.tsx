import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import type { Settings } from '@shared/settings.js';
import { type Message, message } from '@shared/messages/message.js';
import { changeSettings, useSettings } from './settings-store.js';
import { t, textOf } from '../i18n/t.js';

interface Choice {
  readonly value: Settings['theme'];
  readonly label: Message;
  readonly icon: LucideIcon;
}

const system: Choice = { value: 'system', label: message('settings.themeSystem'), icon: Monitor };
const choices: readonly Choice[] = [
  system,
  { value: 'light', label: message('settings.themeLight'), icon: Sun },
  { value: 'dark', label: message('settings.themeDark'), icon: Moon },
];

/** Selects light, dark or system appearance. */
export function ThemeMenu() {
  const chosen = useSettings((settings) => settings.theme);
  const { icon: Icon, label } = choices.find(({ value }) => value === chosen) ?? system;
  const text = t('window.appearance', { theme: label });
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Tooltip label={text}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={text}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen}>
          {choices.map(({ value, label: name, icon: ChoiceIcon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              rightSection={<ChoiceIcon size={16} aria-hidden />}
              onChange={() => void changeSettings({ theme: value })}
            >
              {textOf(name)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
