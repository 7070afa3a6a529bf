import { z } from 'zod';

/**
 * Lifetime of a temporary link, in seconds: at most a week (Amazon S3, "Sharing objects with
 * presigned URLs").
 */
export const linkSecondsSchema = z.number().int().min(60).max(604_800);
