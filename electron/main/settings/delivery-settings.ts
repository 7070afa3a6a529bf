import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { MissingSecret } from '../network/delivery-failure.js';
import type { Safe } from './safe.js';
import { SecretStore } from './secret-store.js';
import { accessAmong } from './target-access.js';
import { unreadableSentence } from './unreadable-secrets.js';
import { Targets } from './targets.js';
import { UserState } from './user-state.js';

/** What the settings about deliveries are made of. */
export interface DeliverySettingsParts {
  readonly targets: Targets;
  readonly secrets: SecretStore;
  readonly state: Pick<UserState, 'settings'>;
}

/** The settings about deliveries as they are at each moment. */
export function deliverySettings({
  targets,
  secrets,
  state,
}: DeliverySettingsParts): DeliverySettings {
  return {
    accessTo: accessAmong(targets, secrets),
    nameOf: (id, place) => {
      const target = id === null ? targets.matching(place) : targets.get(id);
      return target?.name ?? place.bucket;
    },
    webhookSecret: async () => webhookSecret(secrets),
    privateWebhooks: () => state.settings.privateWebhooks,
  };
}

/**
 * Reads the settings about deliveries, for who needs nothing else of them.
 * @param log takes sentences about damaged files
 */
export async function readDeliverySettings(
  folder: string,
  safe: Safe,
  log: (line: string) => void,
): Promise<DeliverySettings> {
  const parts = {
    targets: new Targets(folder),
    secrets: new SecretStore(folder, safe),
    state: new UserState(folder),
  };
  const [notices] = await Promise.all([
    Promise.all([parts.targets.open(), parts.secrets.open()]),
    parts.state.open(),
  ]);
  for (const notice of [...parts.state.notices, ...notices]) {
    if (notice !== null) log(notice);
  }
  return deliverySettings(parts);
}

async function webhookSecret(secrets: SecretStore): Promise<string | null> {
  const what = 'secret that webhooks are signed with';
  const read = await secrets.read('webhook');
  if (read.kind === 'known') return read.secret;
  if (read.kind === 'unreadable') throw new MissingSecret(unreadableSentence(what));
  if (!secrets.state.webhookMissing) return null;
  throw new MissingSecret(`The ${what} is not known. Enter it in the settings.`);
}
