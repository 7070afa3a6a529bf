import { z } from 'zod';
import { destinationSchema } from './request/storage.js';

/**
 * What happens where a file of the wanted name exists: the new one is numbered, nothing is made, or
 * it is replaced.
 */
export const existingPolicies = ['number', 'skip', 'overwrite'] as const;
export type ExistingPolicy = (typeof existingPolicies)[number];

/** Whether a word names a policy. */
export function isExistingPolicy(word: string): word is ExistingPolicy {
  return existingPolicies.some((policy) => policy === word);
}

/** The same for an object in a bucket, where a person can be asked. */
export const existingObjectPolicies = ['ask', ...existingPolicies] as const;
export type ExistingObjectPolicy = (typeof existingObjectPolicies)[number];

/**
 * A place in a bucket that a PDF goes to, beside the one that the request's own `storage` may name.
 */
export const uploadRequestSchema = z.strictObject({
  /**
   * Id of the target in the settings; null: the target that matches the bucket, else the machine's
   * own AWS settings.
   */
  target: z.string().nullable().default(null),
  /**
   * As in the interface, section 2.4: `s3://bucket/path/name.pdf`; it may hold the placeholders of
   * file names.
   */
  destination: destinationSchema,
  existing: z.enum(existingObjectPolicies).default('ask'),
});
export type UploadRequest = Readonly<z.infer<typeof uploadRequestSchema>>;

/** In how many places one PDF may be put. */
export const maxUploads = 16;

/** Where the PDFs of a batch go. */
export const outputSchema = z.strictObject({
  /**
   * Full path of a folder, below which the tree of a source folder is kept. Null: beside each
   * source; for other sources than files, in the system's Downloads folder.
   */
  folder: z.string().min(1).nullable().default(null),
  existing: z.enum(existingPolicies).default('number'),
  /**
   * Whether the PDF is saved locally at all; if not, it goes only where `uploads` and
   * the request say.
   */
  save: z.boolean().default(true),
  /** Where else each PDF goes. One conversion, delivered as often as there are entries. */
  uploads: z.array(uploadRequestSchema).max(maxUploads).default([]),
});
export type Output = z.infer<typeof outputSchema>;
