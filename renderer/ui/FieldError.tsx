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
