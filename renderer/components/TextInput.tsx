import type { ComponentProps, ReactNode } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  /** Marks the field as wrong. */
  readonly error?: boolean;
  readonly onChange: (value: string) => void;
  /** Something small at the right end, such as a unit. */
  readonly end?: ReactNode;
}

/** A line of text. Browsers neither complete nor correct what is typed into a setting. */
export function TextInput({ error = false, onChange, end, ...input }: TextInputProps) {
  return (
    <div className="control" data-error={error || undefined}>
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {end !== undefined && <span className="control-end">{end}</span>}
    </div>
  );
}
