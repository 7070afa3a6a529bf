import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

interface SelectInputProps extends Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  /** Marks the field as invalid. */
  readonly error?: boolean;
  readonly onChange: (value: string) => void;
}

/** A native select styled like the other fields. Its children are `option` elements. */
export function SelectInput({ error = false, onChange, ...select }: SelectInputProps) {
  return (
    <div className="control" data-error={error || undefined}>
      <select {...select} onChange={(event) => onChange(event.currentTarget.value)} />
      <span className="control-end">
        <ChevronDown size={16} aria-hidden />
      </span>
    </div>
  );
}
