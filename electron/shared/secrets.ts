import { z } from 'zod';

/**
 * How secrets are kept: by the system's own store, or, where there is none, only while Platen runs,
 * or unsafely at the person's own word.
 */
const secretKeepings = ['safe', 'this-run', 'unsafe'] as const;
export type SecretKeeping = (typeof secretKeepings)[number];

/** What the window knows of secrets: which there are. What they are never comes out. */
export const secretsStateSchema = z.object({
  keeping: z.enum(secretKeepings),
  /** Why they are not kept safely, as a sentence; absent where they are. */
  reason: z.string().optional(),
  /** Whether the person may decide that they are kept unsafely. */
  canKeepUnsafely: z.boolean(),
  /** Ids of the targets whose secret key is known. */
  targets: z.array(z.string()),
  /** Ids of the endpoints whose key or password is known. */
  endpoints: z.array(z.string()),
  /** Whether the secret that webhooks are signed with is known. */
  webhook: z.boolean(),
  /**
   * Whether webhooks are to be signed and the secret is not known: they wait until it is entered.
   */
  webhookMissing: z.boolean(),
});
export type SecretsState = Readonly<z.infer<typeof secretsStateSchema>>;
