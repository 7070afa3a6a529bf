import { Switch } from '@mantine/core';
import { SettingRow } from './SettingRow.js';

interface SwitchRowProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
  readonly issue: string | null;
  readonly onChange: (isOn: boolean) => void;
}

/** An on/off setting that can be invalid. */
export function SwitchRow({ id, label, help, isOn, issue, onChange }: SwitchRowProps) {
  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <Switch
        id={id}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={issue !== null}
        withThumbIndicator={false}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}
