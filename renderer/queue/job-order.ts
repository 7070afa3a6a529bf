import type { JobRow } from '@shared/jobs.js';

/** The moves of a button or key. */
export type MoveDirection = 'up' | 'down' | 'top';

/** Jobs to move, and the job they go before; null for the end. */
export interface JobMove {
  readonly ids: string[];
  readonly before: string | null;
}

/**
 * Returns the move of selected jobs by one place or to the front, among queued jobs; others can't
 * be reordered. Null if there is nothing to move.
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

/**
 * Returns the move of a drop: before the first queued job from the index on, or to the end, because
 * only queued jobs can be reordered. Null if no selected job is queued.
 */
export function moveTo(
  index: number,
  chosen: ReadonlySet<string>,
  shown: readonly string[],
  rows: ReadonlyMap<string, JobRow>,
): JobMove | null {
  const isQueued = (id: string) => rows.get(id)?.status === 'queued';
  const ids = shown.filter((id) => chosen.has(id) && isQueued(id));
  if (ids.length === 0) return null;
  const isPlace = (id: string) => isQueued(id) && !chosen.has(id);
  return { ids, before: shown.slice(index).find(isPlace) ?? null };
}
