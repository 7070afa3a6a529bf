import { z } from 'zod';

/**
 * What can go wrong while a page loads without stopping its conversion: resources that did not load, accesses that were refused,
 * errors on the console, missing characters and replaced fonts, content beyond the paper's edge, images too coarse for print.
 */
export const findingKinds = [
  'resources',
  'refused',
  'console',
  'fonts',
  'cut-off',
  'images',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** What each kind is called: as a heading over its findings, and as a choice of what fails a conversion. */
export const findingKindLabels: Readonly<Record<FindingKind, string>> = {
  resources: 'Failed to load',
  refused: 'Blocked',
  console: 'Console errors',
  fonts: 'Fonts and characters',
  'cut-off': 'Clipped content',
  images: 'Low-resolution images',
};

const nouns: Readonly<Record<FindingKind, readonly [one: string, more: string]>> = {
  resources: ['resource that failed to load', 'resources that failed to load'],
  refused: ['blocked request', 'blocked requests'],
  console: ['console error', 'console errors'],
  fonts: ['font problem', 'font problems'],
  'cut-off': ['clipped element', 'clipped elements'],
  images: ['low-resolution image', 'low-resolution images'],
};

/** A number of findings of one kind in words: `2 console errors`. */
export function findingsInWords(kind: FindingKind, count: number): string {
  const [one, more] = nouns[kind];
  return `${count} ${count === 1 ? one : more}`;
}

/** One thing that went wrong while a page loaded. */
const findingSchema = z.object({
  kind: z.enum(findingKinds),
  /** A full sentence, with the address or the value it is about. */
  message: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Everything that went wrong while one page loaded, in the order in which it happened. */
export const preflightSchema = z.array(findingSchema);
export type Preflight = readonly Finding[];
