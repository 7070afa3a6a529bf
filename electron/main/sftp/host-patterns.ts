/**
 * Returns whether a list of patterns includes a host: one matches, and none that begins with "!"
 * (ssh_config(5), "PATTERNS"). Letters of both cases are equal.
 */
export function includesHost(patterns: readonly string[], host: string): boolean {
  const isExcluded = patterns.some(
    (each) => each.startsWith('!') && matchesPattern(each.slice(1), host),
  );
  return !isExcluded && patterns.some((each) => matchesPattern(each, host));
}

/** Returns whether a pattern with `*` and `?` matches all of a text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}
