/** One image of a `srcset`, with what it is for: `2x`, `640w`, or empty. */
export interface ImageCandidate {
  readonly address: string;
  readonly descriptor: string;
}

/** The images of a `srcset` (HTML Standard, 4.8.4.2.2). Addresses may hold commas, but not end in one. */
export function readSrcset(srcset: string): readonly ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  const start = /^[\s,]*([^\s]+)/;
  let rest = srcset;
  for (let match = start.exec(rest); match !== null; match = start.exec(rest)) {
    const [all, word = ''] = match;
    rest = rest.slice(all.length);
    const address = word.replace(/,+$/, '');
    const descriptor = address === word ? (/^(?:\([^)]*\)|[^,(])*/.exec(rest)?.[0] ?? '') : '';
    rest = rest.slice(descriptor.length);
    if (address !== '') candidates.push({ address, descriptor: descriptor.trim() });
  }
  return candidates;
}

/** The text of a `srcset`. */
export function writeSrcset(candidates: readonly ImageCandidate[]): string {
  return candidates.map(({ address, descriptor }) => `${address} ${descriptor}`.trim()).join(', ');
}
