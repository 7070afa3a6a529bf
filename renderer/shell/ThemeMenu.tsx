import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import type { Settings } from '@shared/settings.js';
import { changeSettings, useSettings } from '../store/settings-store.js';

interface Choice {
  readonly value: Settings['theme'];
  readonly label: string;
  readonly icon: LucideIcon;
}

const system: Choice = { value: 'system', label: 'System', icon: Monitor };
const choices: readonly Choice[] = [
  system,
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** Selects light, dark or system appearance. */
export function ThemeMenu() {
  const chosen = useSettings((settings) => settings.theme);
  const { icon: Icon, label } = choices.find(({ value }) => value === chosen) ?? system;
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Tooltip label={`Appearance: ${label.toLowerCase()}`}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Appearance: ${label}`}>
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
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
