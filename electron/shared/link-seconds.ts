import { z } from 'zod';

/**
 * How long a time-limited link may hold, in seconds: a week at most (Amazon S3, "Sharing objects
 * with presigned URLs").
 */
export const linkSecondsSchema = z.number().int().min(60).max(604_800);
