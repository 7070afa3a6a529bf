import { z } from 'zod';

/**
 * Stages of a running conversion. With a remote service: `inlining` inlines the files of the page,
 * `sending` sends it, `rendering` waits for the response, `fetching` downloads the PDF.
 */
export const conversionStageSchema = z.enum([
  'loading',
  'printing',
  'writing',
  'inlining',
  'sending',
  'rendering',
  'fetching',
]);
export type ConversionStage = z.infer<typeof conversionStageSchema>;
