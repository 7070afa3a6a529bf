import { linkSecondsSchema } from '@shared/link-seconds.js';
import { formatUnit } from '../../i18n/format.js';

/** The offered lifetimes of a temporary link, in seconds. */
export const linkTimes = [3600, 86_400, 604_800] as const;

/** The units of a custom lifetime, in seconds. */
const linkUnits = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type LinkUnit = keyof typeof linkUnits;

const secondsInWeek = 604_800;
const unitNames = { minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** Returns a duration in words: `1 day`, `90 minutes`. */
export function linkTimeText(seconds: number): string {
  if (seconds === secondsInWeek) return formatUnit(1, 'week');
  const { count, unit } = inUnits(seconds);
  return formatUnit(count, unitNames[unit]);
}

/** Returns a duration in the largest unit that divides it. */
export function inUnits(seconds: number): { readonly count: number; readonly unit: LinkUnit } {
  const units: readonly LinkUnit[] = ['days', 'hours'];
  const unit = units.find((each) => seconds % linkUnits[each] === 0) ?? 'minutes';
  return { count: Math.round(seconds / linkUnits[unit]), unit };
}

/**
 * Parses a number of units to seconds; null if outside of a link's limits, one minute to one week.
 */
export function linkSeconds(typed: string, unit: LinkUnit): number | null {
  const count = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '' || !Number.isFinite(count)) return null;
  const parsed = linkSecondsSchema.safeParse(Math.round(count * linkUnits[unit]));
  return parsed.success ? parsed.data : null;
}
