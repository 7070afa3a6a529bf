import { z } from 'zod';

/**
 * Where a running conversion stands. By a remote service: `packing` makes one text of a file and what it loads, `sending` sends it, `rendering` waits for
 * the answer, `fetching` gets the PDF.
 */
export const conversionStageSchema = z.enum([
  'loading',
  'printing',
  'writing',
  'packing',
  'sending',
  'rendering',
  'fetching',
]);
export type ConversionStage = z.infer<typeof conversionStageSchema>;
