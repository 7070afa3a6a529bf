const pageOfRows = 8;

/** The row that a key goes to from the current one, within the list; undefined for a key that means nothing here. */
export function indexByKey(key: string, current: number, count: number): number | undefined {
  const target = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + pageOfRows,
    PageUp: current - pageOfRows,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}
