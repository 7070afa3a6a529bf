import type { Endpoints } from './endpoints.js';
import { type SecretStore, endpointSecret, targetSecret } from './secret-store.js';
import type { Targets } from './targets.js';

/** Sentences about the secrets that are kept, and that the key store does not give out (any more). */
export async function unreadableSecrets(
  secrets: SecretStore,
  { targets, endpoints }: { readonly targets: Targets; readonly endpoints: Endpoints },
): Promise<readonly string[]> {
  const names = await secrets.check();
  const ofTargets = targets.list.filter(({ id }) => names.includes(targetSecret(id)));
  const ofEndpoints = endpoints.list.filter(
    ({ id, login }) => login.kind !== 'none' && names.includes(endpointSecret(id)),
  );
  const whose = [
    ...ofTargets.map(({ name }) => `secret key of ${name}`),
    ...ofEndpoints.map(
      ({ name, login }) => `${login.kind === 'key' ? 'key' : 'password'} of ${name}`,
    ),
    ...(names.includes('webhook') ? ['secret that webhooks are signed with'] : []),
  ];
  return whose.map((what) => unreadableSentence(what));
}

/**
 * Says that a secret is kept and cannot be read, and what to do.
 * @param what such as `secret key of papers`
 * @param where it is put in again
 */
export function unreadableSentence(what: string, where = 'in the settings'): string {
  return `The ${what} cannot be read: the system's key store is locked, was reset, or belongs to another user. Put it in again ${where}.`;
}
