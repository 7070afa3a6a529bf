import type { ComponentProps } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  /** Marks the field as wrong. */
  readonly error?: boolean;
  readonly onChange: (value: string) => void;
  /** A few words at the right end, such as a unit. */
  readonly end?: string | undefined;
}

/** A line of text. Browsers neither complete nor correct what is typed into a setting. */
export function TextInput({ error = false, onChange, end, ...input }: TextInputProps) {
  return (
    <div className="control" data-error={error || undefined}>
      <input
        autoComplete="off"
        spellCheck={false}
        {...(end !== undefined && { style: { paddingRight: `${end.length + 3}ch` } })}
        {...input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {end !== undefined && <span className="control-end">{end}</span>}
    </div>
  );
}
