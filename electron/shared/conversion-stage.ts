import { z } from 'zod';

/** Where a running conversion stands. */
export const conversionStageSchema = z.enum(['loading', 'printing', 'writing']);
export type ConversionStage = z.infer<typeof conversionStageSchema>;
