import { type Message, message } from '../../shared/messages/message.js';
import { webhookSecretIssue } from '../../shared/webhook-secret.js';
import { MissingSecret } from '../network/delivery-failure.js';

/** The signing secret for commands, which have no window to enter one. */
export const secretVariable = 'PLATEN_WEBHOOK_SECRET';

/** Without quoting the secret; null if it is valid. */
export function secretVariableIssue(): Message | null {
  const secret = process.env[secretVariable];
  const reason = secret === undefined ? null : webhookSecretIssue(secret);
  return reason && message('webhooks.secretVariable', { variable: secretVariable, reason });
}

/**
 * From the environment, otherwise from the settings; null if webhooks are not signed.
 * @throws MissingSecret if they are signed and the secret is unknown
 */
export async function signingSecretOfCommand(
  ofSettings: () => Promise<string | null>,
): Promise<string | null> {
  const secret = process.env[secretVariable];
  if (secret !== undefined) return secret;
  return ofSettings().catch((thrown: unknown) => {
    if (!(thrown instanceof MissingSecret)) throw thrown;
    const error = thrown.toData().message;
    throw new MissingSecret(
      message('webhooks.secretForCommand', { error, variable: secretVariable }),
    );
  });
}
