/** Both ends belong to it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part that a header `Range` asks for (RFC 9110, section 14): one range of bytes. Several, and what is malformed, are answered with all.
 * @returns `none` for a part that is not there
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'all';
  if (from === '') {
    const length = Math.min(size, Number(to));
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (first >= size) return 'none';
  return first > last ? 'all' : { first, last };
}
