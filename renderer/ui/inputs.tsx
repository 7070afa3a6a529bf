import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

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

interface FieldErrorProps {
  readonly id: string;
  readonly message: string | null;
}

/** The error of a field, announced when it appears. */
export function FieldError({ id, message }: FieldErrorProps) {
  return (
    <p id={id} className="field-error" aria-live="polite">
      {message}
    </p>
  );
}
