import { z } from 'zod';
import { preflightSchema } from './request/preflight.js';

/** A finished PDF that is previewed from Platen's data folder. */
export const artifactSchema = z.object({
  id: z.string(),
  /** URL of the bytes on the application's protocol, relative to the window's page. */
  address: z.string(),
  /** In bytes. */
  size: z.number(),
  pages: z.number().int(),
  title: z.string(),
  /** A file name from the request, the title or the source that is valid on every system. */
  suggestedName: z.string(),
  preflight: preflightSchema,
});
export type Artifact = z.infer<typeof artifactSchema>;
