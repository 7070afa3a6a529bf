import { Input } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ControlProps } from './use-field.js';

interface SelectInputProps {
  readonly control: ControlProps;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The `option` elements. */
  readonly children: ReactNode;
}

/** The system's own select, in the look of the other fields. */
export function SelectInput({ control, value, onChange, children }: SelectInputProps) {
  return (
    <Input
      {...control}
      withAria={false}
      component="select"
      pointer
      value={value}
      rightSection={<ChevronDown size={16} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {children}
    </Input>
  );
}
