import { z } from 'zod';
import { splitRuleSchema } from './split.js';
import { uploadDestinationSchema } from './upload-location.js';

/** What to do if the output file exists: number the new one, skip, or overwrite. */
export const existingPolicies = ['number', 'skip', 'overwrite'] as const;
export type ExistingPolicy = (typeof existingPolicies)[number];

export function isExistingPolicy(word: string): word is ExistingPolicy {
  return existingPolicies.some((policy) => policy === word);
}

/** The same for uploads; `ask` asks the user. */
export const existingObjectPolicies = ['ask', ...existingPolicies] as const;
export type ExistingObjectPolicy = (typeof existingObjectPolicies)[number];

/** An upload of the PDF to a bucket or a server, in addition to the request's own `storage`. */
export const uploadRequestSchema = z.strictObject({
  /**
   * Id of the target in the settings; null: the target that the destination is in, else what this
   * machine has: its AWS configuration, or SSH keys.
   */
  target: z.string().nullable().default(null),
  /**
   * `s3://bucket/path/name.pdf` (the API, section 2.4), or an `sftp://` URL; may contain the placeholders of file names.
   */
  destination: uploadDestinationSchema,
  existing: z.enum(existingObjectPolicies).default('ask'),
});
export type UploadRequest = Readonly<z.infer<typeof uploadRequestSchema>>;

/** The maximum number of uploads of one PDF. */
export const maxUploads = 16;

/** Where the PDFs of a batch are saved and uploaded. */
export const outputSchema = z.strictObject({
  /**
   * Full path of the output folder, which keeps the tree of a source folder. Null: the folder of
   * each source, or Downloads for sources that are not files.
   */
  folder: z.string().min(1).nullable().default(null),
  existing: z.enum(existingPolicies).default('number'),
  /** False: the PDF is only uploaded, to `uploads` and the request's storage. */
  save: z.boolean().default(true),
  /** Additional uploads of each PDF, which is converted once. */
  uploads: z.array(uploadRequestSchema).max(maxUploads).default([]),
  /** Where each PDF is divided into parts, which are saved and uploaded in its place. */
  split: splitRuleSchema.optional(),
});
export type Output = z.infer<typeof outputSchema>;
