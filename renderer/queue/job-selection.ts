/** The selection of a list. */
export interface JobSelection {
  readonly selected: ReadonlySet<string>;
  /** Start of a range. */
  readonly anchor: string | null;
  /** The active row. */
  readonly active: string | null;
}

/** How a row is selected: alone, toggled, or as a range from the anchor. */
export type SelectionMode = 'only' | 'toggle' | 'range';

export const nothingSelected: JobSelection = { selected: new Set(), anchor: null, active: null };

/** Selects a row. `ids` are the listed rows. */
export function choose(
  selection: JobSelection,
  ids: readonly string[],
  id: string,
  mode: SelectionMode,
): JobSelection {
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

/** Selects all rows; the active row stays. */
export function chooseAll(selection: JobSelection, ids: readonly string[]): JobSelection {
  return { ...selection, selected: new Set(ids), active: selection.active ?? ids[0] ?? null };
}

/** Makes a row active without selecting it. */
export function goTo(selection: JobSelection, id: string): JobSelection {
  return { ...selection, active: id };
}

/**
 * Returns the selection after rows were removed; the active row becomes the one that took its
 * place.
 * @param before the rows before the change
 * @param after the rows after it
 */
export function keepShown(
  selection: JobSelection,
  before: readonly string[],
  after: readonly string[],
): JobSelection {
  const isShown = setOf(after);
  const stays = (id: string | null) => id === null || isShown.has(id);
  const selected = [...selection.selected].filter((id) => isShown.has(id));
  if (
    selected.length === selection.selected.size &&
    stays(selection.active) &&
    stays(selection.anchor)
  ) {
    return selection;
  }
  return {
    selected: new Set(selected),
    anchor: stays(selection.anchor) ? selection.anchor : null,
    active: stays(selection.active) ? selection.active : neighbor(selection.active, before, after),
  };
}

function neighbor(
  id: string | null,
  before: readonly string[],
  after: readonly string[],
): string | null {
  if (id === null) return null;
  const isShown = setOf(after);
  const index = before.indexOf(id);
  const next = before.slice(index).find((each) => isShown.has(each));
  return next ?? after.at(-1) ?? null;
}

function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) return [other];
  return ids.slice(from, to + 1);
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns the ids as a set, cached per list. */
function setOf(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids);
  if (known) return known;
  const created = new Set(ids);
  sets.set(ids, created);
  return created;
}
