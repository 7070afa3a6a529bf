import { ActionIcon } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { type StepRange, stepNumber } from '../document/form/step-number.js';
import { TextInput } from './TextInput.js';
import type { ControlProps } from './use-field.js';

interface StepperInputProps {
  readonly control: ControlProps;
  /** Accessible names of the buttons. */
  readonly decreaseLabel: string;
  readonly increaseLabel: string;
  readonly unit: string;
  readonly value: string;
  readonly range: StepRange;
  readonly onChange: (value: string) => void;
}

/** A number with a unit, stepped with the arrow keys or two buttons. */
export function StepperInput(props: StepperInputProps) {
  const { control, decreaseLabel, increaseLabel, unit, value, range, onChange } = props;

  function stepByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onChange(stepNumber(value, event.key === 'ArrowUp' ? 'up' : 'down', range));
  }

  return (
    <div className="stepper">
      <TextInput
        {...control}
        inputMode="decimal"
        value={value}
        end={unit}
        onChange={onChange}
        onKeyDown={stepByKey}
      />
      <StepButton label={decreaseLabel} onClick={() => onChange(stepNumber(value, 'down', range))}>
        <Minus size={16} aria-hidden />
      </StepButton>
      <StepButton label={increaseLabel} onClick={() => onChange(stepNumber(value, 'up', range))}>
        <Plus size={16} aria-hidden />
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Not a tab stop, because the arrow keys in the field do the same. */
function StepButton({ label, onClick, children }: StepButtonProps) {
  return (
    <ActionIcon variant="default" size={32} tabIndex={-1} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
