const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** The longest start of a text that takes no more than so many bytes in UTF-8; cut between characters as a person sees them. */
export function cutToBytes(text: string, most: number): string {
  if (encoder.encode(text).length <= most) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
