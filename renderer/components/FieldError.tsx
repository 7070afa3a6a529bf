interface FieldErrorProps {
  readonly id: string;
  readonly message: string | null;
}

/** The mistake in a field, in a sentence; read out as it appears. */
export function FieldError({ id, message }: FieldErrorProps) {
  return (
    <p id={id} className="field-error" aria-live="polite">
      {message}
    </p>
  );
}
