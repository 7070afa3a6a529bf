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

/** One thing that went wrong while a page loaded. */
export const findingSchema = z.object({
  kind: z.enum(findingKinds),
  /** A full sentence, with the address or the value it is about. */
  message: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Everything that went wrong while one page loaded, in the order in which it happened. */
export const preflightSchema = z.array(findingSchema);
export type Preflight = readonly Finding[];
