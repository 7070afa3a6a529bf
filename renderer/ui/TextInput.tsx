import type { ComponentProps } from 'react';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  /** Marks the field as invalid. */
  readonly error?: boolean;
  readonly onChange: (value: string) => void;
  /** Short text at the right end, such as a unit. */
  readonly end?: string | undefined;
}

/** A single-line text input without autocompletion and spell checking. */
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
