import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Check, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import type { Settings } from '@shared/settings.js';
import { changeSettings, useSettings } from '../store/settings-store.js';

interface Choice {
  readonly value: Settings['theme'];
  readonly label: string;
  readonly icon: LucideIcon;
}

const system: Choice = { value: 'system', label: 'As the system', icon: Monitor };
const choices: readonly Choice[] = [
  system,
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const chosen = useSettings((settings) => settings.theme);
  const { icon: Icon, label } = choices.find(({ value }) => value === chosen) ?? system;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={`Colours: ${label.toLowerCase()}`}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Colours: ${label}`}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === chosen}
            leftSection={<choice.icon size={16} aria-hidden />}
            rightSection={choice.value === chosen && <Check size={16} aria-hidden />}
            onClick={() => void changeSettings({ theme: choice.value })}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
