import type { MouseEvent } from 'react';

export interface RowSelection {
  readonly selected: ReadonlySet<string>;
  /** Start of a range. */
  readonly anchor: string | null;
  readonly active: string | null;
}

/** How a row is selected: alone, toggled, or as a range from the anchor. */
export type SelectionMode = 'only' | 'toggle' | 'range';

export const nothingSelected: RowSelection = { selected: new Set(), anchor: null, active: null };

/** @param ids the listed rows */
export function selectRow(
  selection: RowSelection,
  ids: readonly string[],
  id: string,
  mode: SelectionMode,
): RowSelection {
  switch (mode) {
    case 'only':
      return { selected: new Set([id]), anchor: id, active: id };
    case 'toggle': {
      const selected = new Set(selection.selected);
      if (!selected.delete(id)) selected.add(id);
      return { selected, anchor: id, active: id };
    }
    case 'range': {
      const anchor = selection.anchor ?? id;
      return { selected: new Set(between(ids, anchor, id)), anchor, active: id };
    }
  }
}

/** The active row stays. */
export function selectAllRows(selection: RowSelection, ids: readonly string[]): RowSelection {
  return { ...selection, selected: new Set(ids), active: selection.active ?? ids[0] ?? null };
}

/** The active row stays. */
export function deselectAll(selection: RowSelection): RowSelection {
  return { ...selection, selected: new Set(), anchor: null };
}

/**
 * The row that took the place of the active one if that was removed.
 * @param before the rows before the change
 * @param after the rows after it
 */
export function activeAfter(
  active: string | null,
  before: readonly string[],
  after: readonly string[],
): string | null {
  if (active === null || after.includes(active)) return active;
  const left = new Set(after);
  const next = before.slice(before.indexOf(active)).find((id) => left.has(id));
  return next ?? after.at(-1) ?? null;
}

/** In list order. */
export function selectedRows({ selected }: RowSelection, ids: readonly string[]): string[] {
  return selected.size === 0 ? [] : ids.filter((id) => selected.has(id));
}

export function selectionMode(event: MouseEvent): SelectionMode {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}

function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) return [other];
  return ids.slice(from, to + 1);
}

const pageOfRows = 8;

/** Where a key moves to, clamped to the list; undefined for other keys. */
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

/** Delete, on macOS Backspace as well. */
export function isRemoveKey({ key, altKey }: KeyPress): boolean {
  if (altKey) return false;
  return key === 'Delete' || (key === 'Backspace' && navigator.userAgent.includes('Mac'));
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey'>;
