import type { KeyboardEvent } from 'react';
import { stepLength, withUnit } from '@shared/request/paper.js';
import { TextInput } from './TextInput.js';
import { useSettings } from '../settings/settings-store.js';
import type { ControlProps } from './use-field.js';

interface LengthFieldProps {
  readonly control: ControlProps;
  readonly label?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** An input for a length such as `2.5 cm`. The arrow keys step it. */
export function LengthField({ control, label, value, placeholder, onChange }: LengthFieldProps) {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  function stepByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const start = value.trim() === '' ? `0 ${unit}` : withUnit(value, unit);
    onChange(stepLength(start, event.key === 'ArrowUp' ? 'up' : 'down'));
  }

  return (
    <TextInput
      {...control}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      onChange={onChange}
      onKeyDown={stepByKey}
    />
  );
}
