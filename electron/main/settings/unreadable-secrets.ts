import { type SecretStore, targetSecret } from './secret-store.js';
import { unreadableSentence } from './target-access.js';
import type { Targets } from './targets.js';

/** Sentences about the secrets that are kept, and that the key store does not give out (any more). */
export async function unreadableSecrets(
  secrets: SecretStore,
  targets: Targets,
): Promise<readonly string[]> {
  const names = await secrets.check();
  const ofTargets = targets.list.filter(({ id }) => names.includes(targetSecret(id)));
  const whose = [
    ...ofTargets.map(({ name }) => `secret key of ${name}`),
    ...(names.includes('webhook') ? ['secret that webhooks are signed with'] : []),
  ];
  return whose.map((what) => `${unreadableSentence(what)} Put it in again in the settings.`);
}
