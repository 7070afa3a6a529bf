/**
 * The families of the fonts in a PDF by Chromium, by their PostScript names without the style (ISO 32000-1, 9.6.4: a tag of six letters
 * and a plus sign come before the name of a font of which only a part is there).
 */
export function usedFonts(bytes: Buffer): readonly string[] {
  const families = new Set<string>();
  const key = '/BaseFont /';
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + key.length)) {
    const name = bytes.subarray(at + key.length, at + key.length + 128).toString('latin1');
    const [, family] = /^(?:[A-Z]{6}\+)?([^\s/<>[\]()-]+)/.exec(name) ?? [];
    if (family !== undefined) families.add(family);
  }
  return [...families];
}
