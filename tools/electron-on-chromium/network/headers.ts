import type { Protocol } from 'devtools-protocol';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Headers as DevTools writes them; a name with several values comes several times. */
export function asHeaderEntries(headers: Headers): Protocol.Fetch.HeaderEntry[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => ({ name, value })),
  );
}

/** The headers to send instead of the original ones; undefined where nothing was changed. */
export function changedHeaders(
  original: Readonly<Record<string, string>>,
  decided: Headers | undefined,
): Protocol.Fetch.HeaderEntry[] | undefined {
  if (!decided) return undefined;
  const names = new Set([...Object.keys(original), ...Object.keys(decided)]);
  const isSame = [...names].every((name) => original[name] === decided[name]);
  return isSame ? undefined : asHeaderEntries(decided);
}
