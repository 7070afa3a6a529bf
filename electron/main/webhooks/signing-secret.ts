import { MissingSecret } from '../network/delivery-failure.js';

/**
 * Holds the secret that webhooks are signed with, for commands: they have no window to enter it in.
 */
const variable = 'PLATEN_WEBHOOK_SECRET';

/**
 * Returns the secret that a command signs webhooks with: that of the environment, else that of the
 * settings; null if webhooks are not to be signed.
 * @throws AppError `delivery-refused` if they are to be signed and the secret is not known
 */
export async function signingSecretOfCommand(
  ofSettings: () => Promise<string | null>,
): Promise<string | null> {
  const secret = process.env[variable];
  if (secret !== undefined) return secret;
  return ofSettings().catch((thrown: unknown) => {
    if (!(thrown instanceof MissingSecret)) throw thrown;
    throw new MissingSecret(`${thrown.message} A command takes it from ${variable}.`);
  });
}
