import { z } from 'zod';
import { preflightSchema } from './preflight.js';

/** A finished PDF that waits in Platen's own folder to be looked at. */
export const artifactSchema = z.object({
  id: z.string(),
  /** Address of the bytes on the application's own protocol, relative to the window's page. */
  address: z.string(),
  /** In bytes. */
  size: z.number(),
  pages: z.number().int(),
  title: z.string(),
  /** A file name made from the request, the title or the source; every system can store it. */
  suggestedName: z.string(),
  /** What went wrong while the page loaded. */
  preflight: preflightSchema,
});
export type Artifact = z.infer<typeof artifactSchema>;
