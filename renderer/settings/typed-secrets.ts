/**
 * Secrets that were typed in the settings and not saved yet, by the id of their field. Like other
 * fields they survive closing the settings. They are kept outside of React, so that no attribute
 * and no rendered state holds one.
 */
const typed = new Map<string, string>();

/** Returns an unsaved secret, or an empty string. */
export function typedSecret(field: string): string {
  return typed.get(field) ?? '';
}

/** Writes an unsaved secret into its input. */
export function restoreTypedSecret(field: string, input: HTMLInputElement | null): void {
  if (input) input.value = typedSecret(field);
}

export function keepTypedSecret(field: string, secret: string): void {
  typed.set(field, secret);
}

/** Call it once the secret was saved or discarded. */
export function forgetTypedSecret(field: string): void {
  typed.delete(field);
}
