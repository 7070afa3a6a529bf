const pageOfRows = 8;

/** Returns the row that a key moves to, clamped to the list; undefined for other keys. */
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
