/**
 * Its own entry, else the first whose key ends in `*` and that the code starts like, such as `5*`
 * for all statuses of servers that failed.
 */
export function entryOf<T>(
  table: Readonly<Record<string, T>>,
  code: string | number,
): T | undefined {
  const text = String(code);
  // A server may send the name of a property that every object has.
  if (Object.hasOwn(table, text)) return table[text];
  const prefix = Object.keys(table).find(
    (key) => key.endsWith('*') && text.startsWith(key.slice(0, -1)),
  );
  return prefix === undefined ? undefined : table[prefix];
}
