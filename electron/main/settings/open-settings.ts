import { containerOf } from '../../shared/upload-location.js';
import { type AppErrorData, errorText } from '../../shared/messages/errors.js';
import type { Message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import type { BucketAccessAt, RemoteEndpoints } from '../remote/call.js';
import {
  type UnreadableSecret,
  accessAmong,
  knownSecret,
  missingEndpointSecret,
  bucketAccess,
  unreadableSecrets,
  webhookSecret,
} from './credentials.js';
import type { Keychain } from './keychain.js';
import { Endpoints, Targets } from './lists.js';
import { Presets } from './presets.js';
import { StoredPasswords } from './pdf-passwords.js';
import type { RegionDefaults } from './region.js';
import { SecretStore, endpointSecret, targetSecret } from './secret-store.js';
import { SignIns } from './sign-ins.js';
import { UserState } from './user-state.js';

export interface OpenedSettings {
  readonly state: UserState;
  readonly presets: Presets;
  readonly targets: Targets;
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly signIns: SignIns;
  readonly passwords: StoredPasswords;
  readonly delivery: DeliverySettings;
  readonly remote: RemoteSettings;
  /** Messages about files that could not be read. */
  readonly notices: readonly Message[];
  /** Pending while the system asks the user to unlock the keychain; the window does not wait. */
  readonly unreadable: Promise<readonly UnreadableSecret[]>;
}

export interface RemoteSettings {
  readonly endpoints: RemoteEndpoints;
  readonly bucketAccess: BucketAccessAt;
  /**
   * Null if the key or password is stored or not needed. Does not use the keychain.
   * @param id of the endpoint
   */
  readonly missingSecret: (id: string) => AppErrorData | null;
  /** Ignores case. */
  readonly named: (name: string) => RemoteEndpoint | undefined;
  /** Why the endpoint of this name is ignored. */
  readonly issueOf: (name: string) => Message | undefined;
  /** Sorted. */
  readonly names: () => readonly string[];
}

type Log = (line: string) => void;

/** @param folder the user data folder */
export async function openSettings(
  folder: string,
  region: RegionDefaults,
  keychain: Keychain,
  log: Log,
): Promise<OpenedSettings> {
  const state = new UserState(folder, region);
  const presets = new Presets(folder);
  const targets = new Targets(folder);
  const endpoints = new Endpoints(folder);
  const secrets = new SecretStore(folder, keychain);
  const signIns = new SignIns(folder, secrets);
  const notices = await openAll(state, presets, targets, endpoints, secrets, signIns);
  const unreadable = unreadableSecrets(secrets, { targets, endpoints }).catch((error: unknown) => {
    log(errorText(error));
    return [];
  });
  const delivery = deliverySettings({ targets, secrets, state });
  const remote = remoteSettings({ endpoints, targets, secrets });
  return {
    state,
    presets,
    targets,
    endpoints,
    secrets,
    signIns,
    passwords: new StoredPasswords(secrets),
    delivery,
    remote,
    notices,
    unreadable,
  };
}

/**
 * Reads the settings of deliveries only, with the targets to find one by its name.
 * @param log receives messages about damaged files
 */
export async function readDeliverySettings(
  folder: string,
  keychain: Keychain,
  log: Log,
): Promise<DeliverySettings & Pick<OpenedSettings, 'targets'>> {
  const targets = new Targets(folder);
  const secrets = new SecretStore(folder, keychain);
  const state = new UserState(folder);
  for (const notice of await openAll(state, targets, secrets)) log(englishText(notice));
  return { ...deliverySettings({ targets, secrets, state }), targets };
}

/** @param log receives messages about damaged files */
export async function readRemoteSettings(
  folder: string,
  keychain: Keychain,
  log: Log,
): Promise<RemoteSettings> {
  const endpoints = new Endpoints(folder);
  const targets = new Targets(folder);
  const secrets = new SecretStore(folder, keychain);
  for (const notice of await openAll(endpoints, targets, secrets)) log(englishText(notice));
  return remoteSettings({ endpoints, targets, secrets });
}

/** @param log receives messages about damaged files */
export async function readSignIns(folder: string, keychain: Keychain, log: Log): Promise<SignIns> {
  const secrets = new SecretStore(folder, keychain);
  const signIns = new SignIns(folder, secrets);
  for (const notice of await openAll(secrets, signIns)) log(englishText(notice));
  return signIns;
}

/** @returns messages about damaged files */
async function openAll(
  ...parts: readonly { open(): Promise<readonly Message[]> }[]
): Promise<readonly Message[]> {
  return (await Promise.all(parts.map(async (part) => part.open()))).flat();
}

function deliverySettings({
  targets,
  secrets,
  state,
}: Pick<OpenedSettings, 'targets' | 'secrets' | 'state'>): DeliverySettings {
  return {
    accessTo: accessAmong(targets, secrets),
    nameOf: (id, place) => {
      const target = id === null ? targets.at(place) : targets.get(id);
      return target?.name ?? containerOf(place);
    },
    webhookSecret: async () => webhookSecret(secrets),
    privateWebhooks: () => state.settings.privateWebhooks,
  };
}

function remoteSettings({
  endpoints,
  targets,
  secrets,
}: Pick<OpenedSettings, 'endpoints' | 'targets' | 'secrets'>): RemoteSettings {
  return {
    endpoints: {
      get: (id) => endpoints.get(id),
      secretOf: async (endpoint) =>
        knownSecret(endpoint, await secrets.read(endpointSecret(endpoint.id))),
    },
    bucketAccess: async (place) => {
      const target = targets.matching(place);
      if (target === undefined) return null;
      return bucketAccess(target, await secrets.read(targetSecret(target.id)));
    },
    missingSecret: (id) => {
      const endpoint = endpoints.get(id);
      if (endpoint === undefined || endpoint.login.kind === 'none') return null;
      if (secrets.state.endpoints.includes(id)) return null;
      return missingEndpointSecret(endpoint, 'unknown').toData();
    },
    named: (name) => endpoints.named(name),
    issueOf: (name) => endpoints.issueOf(name),
    names: () => endpoints.list.map(({ name }) => name),
  };
}
