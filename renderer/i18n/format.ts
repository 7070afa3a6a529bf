import {
  bytesIn,
  roughDurationMessage,
  sizeMessage,
  sizeUnitOf,
} from '@shared/messages/measures.js';
import { locale, t, textOf } from './t.js';
import { type SourceFile, type SourceList, leftOutMessage } from '@shared/source-list.js';

/** A whole number with separators: `1,530`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** 0.85 as `85%`. */
export function formatPercent(factor: number, maximumFractionDigits = 0): string {
  const options = { style: 'percent', maximumFractionDigits } as const;
  return new Intl.NumberFormat(locale(), options).format(factor);
}

/** `1 day`, `90 minutes`. */
export function formatUnit(count: number, unit: 'minute' | 'hour' | 'day' | 'week'): string {
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}

/** Joins values with commas: `a, b`. */
export function formatList(values: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(values);
}

/** Formats a time in the user's region, from milliseconds since the epoch. */
export function formatTime(time: number): string {
  return new Date(time).toLocaleString(locale());
}

/** `9:41 AM`. */
export function formatTimeOfDay(time: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(time);
}

/** `Today`, `Yesterday`, or the date. */
export function formatDay(time: number, now = new Date()): string {
  const day = new Date(time).toDateString();
  if (day === now.toDateString()) return t('history.today');
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day === before.toDateString()) return t('history.yesterday');
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'full' }).format(time);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `2 minutes ago`, `yesterday`, `Friday`, or the date. */
export function formatAgo(time: number, now: number): string {
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const minutes = Math.floor((now - time) / minuteMs);
  if (minutes < 1) return relative.format(0, 'second');
  if (minutes < 60) return relative.format(-minutes, 'minute');
  // A day with a change of the clocks has 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(time)) / dayMs);
  if (days < 1) return relative.format(-Math.floor(minutes / 60), 'hour');
  if (days === 1) return relative.format(-1, 'day');
  return new Intl.DateTimeFormat(
    locale(),
    days < 7 ? { weekday: 'long' } : { dateStyle: 'medium' },
  ).format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Rough: `2 s`, `4 min`, `1 h 20 min`. */
export function formatDuration(seconds: number): string {
  return textOf(roughDurationMessage(seconds));
}

/** In decimal units: `184 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  return textOf(sizeMessage(bytes));
}

/**
 * `3.2 of 10.0 MB`, with a common unit shown once.
 * @param of the total in bytes; without it, only what was done is shown
 */
export function formatTransfer(done: number, of: number | undefined): string {
  if (of === undefined) return formatBytes(done);
  const unit = sizeUnitOf(of);
  if (sizeUnitOf(done) !== unit) {
    return t('window.sizeOf', { done: formatBytes(done), total: formatBytes(of) });
  }
  const sizes = { done: done / bytesIn[unit], total: of / bytesIn[unit] };
  switch (unit) {
    case 'bytes':
      return t('window.bytesOf', sizes);
    case 'kilobytes':
      return t('window.kilobytesOf', sizes);
    case 'megabytes':
      return t('window.megabytesOf', sizes);
  }
}

/**
 * Keeps the direction of a path or name apart from that of the text around it (Unicode isolate).
 */
export function isolated(text: string): string {
  return `\u{2068}${text}\u{2069}`;
}

/** `1 page`, `12 pages`. */
export function formatPages(count: number): string {
  return t('window.pageCount', { count });
}

/** `1 file`, `530 files`. */
export function formatFiles(count: number): string {
  return t('form.fileCount', { count });
}

/** `1 URL`, `12 URLs`. */
export function formatAddresses(count: number): string {
  return t('form.urlCount', { count });
}

/**
 * `Added 214 files from "manual"`, and what was left out. Null for files added one by one, which
 * are visible in the list.
 */
export function addedText({ files, leftOut = {} }: FoundFiles): string | null {
  const folders = new Set(files.flatMap(({ folder }) => (folder === undefined ? [] : [folder])));
  const [first, ...others] = folders;
  if (first === undefined) return null;
  const added =
    others.length === 0
      ? t('window.filesAdded', { files: files.length, folder: lastPart(first) })
      : t('window.filesAddedFromFolders', { files: files.length, folders: folders.size });
  const left = leftOutMessage(leftOut);
  return left === null ? added : t('window.addedAndLeftOut', { added, left: textOf(left) });
}

interface FoundFiles {
  readonly files: readonly Pick<SourceFile, 'folder'>[];
  readonly leftOut?: SourceList['leftOut'];
}

export function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
