import type { JobRow } from '@shared/jobs.js';

/** Where jobs can be sent by a button or a key. */
export type MoveDirection = 'up' | 'down' | 'top';

/** Jobs to move, and the one that they go before; null: to the end. */
export interface JobMove {
  readonly ids: string[];
  readonly before: string | null;
}

/**
 * The move of chosen jobs by one place, or to the front, among those that wait: only a queued job can still be made earlier or
 * later. Null if there is nothing to move or no way to go.
 */
export function moveBy(
  direction: MoveDirection,
  chosen: ReadonlySet<string>,
  order: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): JobMove | null {
  const waiting = order.filter((id) => rows.get(id)?.status === 'queued');
  const places = waiting.flatMap((id, place) => (chosen.has(id) ? [place] : []));
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const ids = waiting.filter((id) => chosen.has(id));
  switch (direction) {
    case 'top': {
      const before = waiting.find((id) => !chosen.has(id));
      const isAtTop = last === ids.length - 1;
      return before === undefined || isAtTop ? null : { ids, before };
    }
    case 'up': {
      const above = waiting[first - 1];
      return above === undefined ? null : { ids, before: above };
    }
    case 'down': {
      const below = waiting[last + 1];
      return below === undefined ? null : { ids, before: order[order.indexOf(below) + 1] ?? null };
    }
  }
}

/** The move that a drop means: before the row at the index, or at the end. Null if nothing that is chosen still waits. */
export function moveTo(
  index: number,
  chosen: ReadonlySet<string>,
  shown: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): JobMove | null {
  const ids = shown.filter((id) => chosen.has(id) && rows.get(id)?.status === 'queued');
  if (ids.length === 0) return null;
  const moved = new Set(ids);
  return { ids, before: shown.slice(index).find((id) => !moved.has(id)) ?? null };
}
