import { z } from 'zod';

/** What happens where a file of the wanted name exists: the new one is numbered, nothing is made, or it is replaced. */
export const existingPolicies = ['number', 'skip', 'overwrite'] as const;
export type ExistingPolicy = (typeof existingPolicies)[number];

/** Whether a word names a policy. */
export function isExistingPolicy(word: string): word is ExistingPolicy {
  return existingPolicies.some((policy) => policy === word);
}

/** Where the PDFs of a batch go on this computer. */
export const outputSchema = z.strictObject({
  /**
   * Full path of a folder, below which the tree of a source folder is kept. Null: beside each source; for a source that is no
   * file, in the system's folder for downloads.
   */
  folder: z.string().min(1).nullable().default(null),
  existing: z.enum(existingPolicies).default('number'),
});
export type Output = z.infer<typeof outputSchema>;
