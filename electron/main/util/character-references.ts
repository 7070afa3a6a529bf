const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Also for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Replaces the character references of HTML and XML: numeric ones, and the few names that plain
 * text needs. Others stay as written.
 */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (written: string, ...groups) => {
    const [decimal, hexadecimal, name] = groups as (string | undefined)[];
    if (name !== undefined) return entities[name.toLowerCase()] ?? written;
    const code = Number(decimal ?? `0x${hexadecimal ?? ''}`);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
