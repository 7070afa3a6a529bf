/** Which jobs of a list are chosen. */
export interface JobSelection {
  readonly selected: ReadonlySet<string>;
  /** Where a range starts. */
  readonly anchor: string | null;
  /** The row that the keyboard is on. */
  readonly active: string | null;
}

/** How a row is chosen: alone, in addition, or with everything from the anchor on. */
export type ChoosingMode = 'only' | 'toggle' | 'range';

export const nothingSelected: JobSelection = { selected: new Set(), anchor: null, active: null };

/** Chooses a row as a click or a key means it. `ids` are the rows of the list as it is shown. */
export function choose(
  selection: JobSelection,
  ids: readonly string[],
  id: string,
  mode: ChoosingMode,
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

/** Chooses every row; the keyboard stays where it is. */
export function chooseAll(selection: JobSelection, ids: readonly string[]): JobSelection {
  return { ...selection, selected: new Set(ids), active: selection.active ?? ids[0] ?? null };
}

/** Moves the keyboard to a row without choosing it. */
export function goTo(selection: JobSelection, id: string): JobSelection {
  return { ...selection, active: id };
}

/**
 * The selection after rows have left the list; the keyboard goes to the row that took the place of its own.
 * @param before the rows of the list as it was
 * @param after the rows as they are now
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
    active: stays(selection.active) ? selection.active : neighbour(selection.active, before, after),
  };
}

function neighbour(
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

/** The ids as a set; made once for each list. */
function setOf(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids);
  if (known) return known;
  const made = new Set(ids);
  sets.set(ids, made);
  return made;
}
