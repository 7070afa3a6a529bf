import { message } from '../../shared/messages/message.js';
import { MissingSecret } from '../network/delivery-failure.js';

/** The signing secret for commands, which have no window to enter one. */
const variable = 'PLATEN_WEBHOOK_SECRET';

/**
 * Returns the signing secret of a command: from the environment, otherwise from the settings; null
 * if webhooks are not signed.
 * @throws MissingSecret if they are signed and the secret is unknown
 */
export async function signingSecretOfCommand(
  ofSettings: () => Promise<string | null>,
): Promise<string | null> {
  const secret = process.env[variable];
  if (secret !== undefined) return secret;
  return ofSettings().catch((thrown: unknown) => {
    if (!(thrown instanceof MissingSecret)) throw thrown;
    const error = thrown.toData().message;
    throw new MissingSecret(message('webhooks.secretForCommand', { error, variable }));
  });
}
