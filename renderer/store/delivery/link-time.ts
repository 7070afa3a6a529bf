import { linkSecondsSchema } from '@shared/link-seconds.js';

/** How long a time-limited link may hold, as choices. */
export const linkTimes = [
  { seconds: 3600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 604_800, label: '1 week' },
] as const;

/** The units in which a person may say another time. */
export const linkUnits = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type LinkUnit = keyof typeof linkUnits;

/** A time in seconds as people say it: `1 day`, `90 minutes`. */
export function linkTimeText(seconds: number): string {
  const known = linkTimes.find((time) => time.seconds === seconds);
  if (known) return known.label;
  const { count, unit } = inUnits(seconds);
  return count === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`;
}

/** A time in the largest unit that it is a whole number of. */
export function inUnits(seconds: number): { readonly count: number; readonly unit: LinkUnit } {
  const units: readonly LinkUnit[] = ['days', 'hours'];
  const unit = units.find((each) => seconds % linkUnits[each] === 0) ?? 'minutes';
  return { count: Math.round(seconds / linkUnits[unit]), unit };
}

/** A typed number of units in seconds; null if a link cannot hold for that long, from a minute to a week. */
export function linkSeconds(typed: string, unit: LinkUnit): number | null {
  const count = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '' || !Number.isFinite(count)) return null;
  const parsed = linkSecondsSchema.safeParse(Math.round(count * linkUnits[unit]));
  return parsed.success ? parsed.data : null;
}
