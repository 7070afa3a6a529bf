import { z } from 'zod';
import { messageSchema } from './messages/message.js';
import { signInIdSchema } from './request/sign-ins.js';

/** How deep links are followed, and how many pages are taken with the first one. */
export const crawlRanges = {
  depth: { min: 1, max: 20 },
  limit: { min: 2, max: 10_000 },
} as const;

/** How many pages are taken for one source, unless the user says otherwise. */
export const defaultCrawlLimit = 200;

const { depth, limit } = crawlRanges;

/** Which pages of a site to find: those that a page leads to, or those of a sitemap. */
export const siteSearchSchema = z.object({
  url: z.string().max(20_000),
  how: z.enum(['links', 'sitemap']),
  depth: z.number().int().min(depth.min).max(depth.max),
  limit: z.number().int().min(limit.min).max(limit.max),
  /** Globs of paths, as in .gitignore; empty: all pages of the site. */
  include: z.array(z.string().max(2_000)).max(100),
  exclude: z.array(z.string().max(2_000)).max(100),
  /** The sign-in that pages are read with. */
  signIn: signInIdSchema.optional(),
  /** Whether unencrypted connections are refused (docs/security.md). */
  encryptedOnly: z.boolean(),
});
export type SiteSearch = Readonly<z.infer<typeof siteSearchSchema>>;

/** The pages of a site in reading order, and what was left out. */
export const sitePagesSchema = z.object({
  urls: z.array(z.string()),
  notes: z.array(messageSchema),
});

/** By its file name; sitemaps.org prescribes none. */
export function looksLikeSitemap(url: string): boolean {
  return /^[^?#]*(sitemap[^/?#]*|\.xml(\.gz)?)([?#].*)?$/i.test(url.trim());
}
