/** A piece of a text and what it becomes. */
export interface TextEdit {
  /** Offsets in the text, as of JavaScript strings. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with its pieces replaced, which do not overlap; everything else stays to the letter. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let place = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(text.slice(place, edit.start), edit.text);
    place = edit.end;
  }
  return [...pieces, text.slice(place)].join('');
}
