import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { deliverySettings } from '../settings/delivery-settings.js';
import { Endpoints } from '../settings/endpoints.js';
import { Presets } from '../settings/presets.js';
import { type RemoteSettings, remoteSettings } from '../settings/remote-settings.js';
import { SecretStore } from '../settings/secret-store.js';
import { Targets } from '../settings/targets.js';
import { unreadableSecrets } from '../settings/unreadable-secrets.js';
import { UserState } from '../settings/user-state.js';
import { errorData } from '../../shared/errors.js';
import { electronSafe } from './electron-safe.js';

/** All that is remembered of the person's settings. */
export interface OpenedSettings {
  readonly state: UserState;
  readonly presets: Presets;
  readonly targets: Targets;
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly delivery: DeliverySettings;
  readonly remote: RemoteSettings;
  /** Sentences about files that could not be read. */
  readonly notices: readonly string[];
  /** Sentences about secrets that the key store does not give out. It may ask the person to unlock it first: the window does not wait for that. */
  readonly unreadable: Promise<readonly string[]>;
}

/** Reads the person's settings. @param folder Platen's own */
export async function openSettings(
  folder: string,
  log: (line: string) => void,
): Promise<OpenedSettings> {
  const state = new UserState(folder);
  const presets = new Presets(folder);
  const targets = new Targets(folder);
  const endpoints = new Endpoints(folder);
  const secrets = new SecretStore(folder, electronSafe);
  const [damaged] = await Promise.all([
    Promise.all([presets.open(), targets.open(), endpoints.open(), secrets.open()]),
    state.open(),
  ]);
  const isTold = (notice: string | null) => notice !== null;
  const notices = [...state.notices, ...damaged.filter(isTold)];
  const unreadable = unreadableSecrets(secrets, { targets, endpoints }).catch((error: unknown) => {
    log(errorData(error).message);
    return [];
  });
  const delivery = deliverySettings({ targets, secrets, state });
  const remote = remoteSettings({ endpoints, targets, secrets });
  return { state, presets, targets, endpoints, secrets, delivery, remote, notices, unreadable };
}
