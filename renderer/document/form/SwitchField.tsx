import { Switch } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.js';
import type { FieldName } from './fields.js';

interface SwitchFieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly help: ComponentProps<typeof Field>['help'];
  readonly isOn: boolean;
  /** The default value. */
  readonly defaultValue: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** An on/off option of the form. */
export function SwitchField({ name, label, help, isOn, defaultValue, onChange }: SwitchFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      help={help}
      changed={isOn !== defaultValue}
      onReset={() => onChange(defaultValue)}
    >
      {(control) => (
        <Switch
          id={control.id}
          aria-describedby={control['aria-describedby']}
          withThumbIndicator={false}
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </Field>
  );
}
