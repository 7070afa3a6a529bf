import { Switch } from '@mantine/core';
import { SettingRow } from './SettingRow.js';

interface SwitchRowProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
  readonly mistake: string | null;
  readonly onChange: (isOn: boolean) => void;
}

/** An on/off setting that can be invalid. */
export function SwitchRow({ id, label, help, isOn, mistake, onChange }: SwitchRowProps) {
  return (
    <SettingRow id={id} label={label} help={help} mistake={mistake}>
      <Switch
        id={id}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={mistake !== null}
        withThumbIndicator={false}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}
