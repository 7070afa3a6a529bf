import { z } from 'zod';
import { messageSchema } from './messages/message.js';

/**
 * How secrets are stored: in the system's keychain or, without one, until Platen quits, or
 * unencrypted if the user allows it.
 */
const secretKeepings = ['safe', 'this-run', 'unsafe'] as const;
export type SecretKeeping = (typeof secretKeepings)[number];

/** Which secrets exist. The secrets themselves never reach the window. */
export const secretsStateSchema = z.object({
  keeping: z.enum(secretKeepings),
  /** Why they are not stored in the system's keychain; absent if they are. */
  reason: messageSchema.optional(),
  /** Whether the user may allow unencrypted storage. */
  canKeepUnsafely: z.boolean(),
  /** Ids of the destinations whose secret is stored. */
  targets: z.array(z.string()),
  /** Ids of the services whose key or password is stored. */
  endpoints: z.array(z.string()),
  /** Ids of the sign-ins whose secrets are stored. */
  signIns: z.array(z.string()),
  /** Ids of the stored passwords of PDFs. */
  protections: z.array(z.string()),
  /** Whether the signing secret of webhooks is stored. */
  webhook: z.boolean(),
  /** Whether webhooks wait for the signing secret. */
  webhookMissing: z.boolean(),
});
export type SecretsState = Readonly<z.infer<typeof secretsStateSchema>>;
