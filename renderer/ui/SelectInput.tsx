import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface SelectInputProps extends Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  /** Marks the field as invalid. */
  readonly error?: boolean;
  /** Shown instead of the selected option's text. */
  readonly shown?: ReactNode;
  readonly onChange: (value: string) => void;
}

/** A native select styled like the other fields. Its children are `option` elements. */
export function SelectInput({ error = false, shown, onChange, ...select }: SelectInputProps) {
  const hasShown = shown !== undefined;
  return (
    <div className="control" data-error={error || undefined} data-shown={hasShown || undefined}>
      <select {...select} onChange={(event) => onChange(event.currentTarget.value)} />
      {hasShown && (
        <span className="control-shown cut" aria-hidden>
          {shown}
        </span>
      )}
      <span className="control-end">
        <ChevronDown size={14} aria-hidden />
      </span>
    </div>
  );
}
