/** What a parser gives: the value, or one full sentence that names the value and the rule. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** A value that was understood. */
export function valid<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A text that was not understood, with the sentence that says why. */
export function invalid(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
