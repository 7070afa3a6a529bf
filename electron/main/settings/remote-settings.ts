import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError, type AppErrorData } from '../../shared/errors.js';
import { quote } from '../../shared/request/wording.js';
import type { BucketAccessAt, RemoteEndpoints } from '../remote/remote-endpoints.js';
import { Endpoints } from './endpoints.js';
import type { Safe } from './safe.js';
import { type ReadSecret, SecretStore, endpointSecret, targetSecret } from './secret-store.js';
import { targetAccess } from './target-access.js';
import { unreadableSentence } from './unreadable-secrets.js';
import { Targets } from './targets.js';

/** The settings about services as they are at each moment. */
export interface RemoteSettings {
  readonly endpoints: RemoteEndpoints;
  readonly bucketAccess: BucketAccessAt;
  /** Says that the key or password of an endpoint has to be put in; null where it is there, as far as that is known without asking the key store. @param id of the endpoint */
  readonly missingSecret: (id: string) => AppErrorData | null;
  /** The endpoint of a name, whatever its capitals. */
  readonly named: (name: string) => RemoteEndpoint | undefined;
  /** What is wrong with the endpoint of a name that cannot be used, in a sentence. */
  readonly issueOf: (name: string) => string | undefined;
  /** The names of all, sorted. */
  readonly names: () => readonly string[];
}

export interface RemoteSettingsParts {
  readonly endpoints: Endpoints;
  readonly targets: Targets;
  readonly secrets: SecretStore;
}

export function remoteSettings({
  endpoints,
  targets,
  secrets,
}: RemoteSettingsParts): RemoteSettings {
  return {
    endpoints: {
      get: (id) => endpoints.get(id),
      secretOf: async (endpoint) =>
        knownSecret(endpoint, await secrets.read(endpointSecret(endpoint.id))),
    },
    bucketAccess: async (place) => {
      const target = targets.matching(place);
      if (target === undefined) return null;
      return targetAccess(target, await secrets.read(targetSecret(target.id)));
    },
    missingSecret: (id) => {
      const endpoint = endpoints.get(id);
      if (endpoint === undefined || endpoint.login.kind === 'none') return null;
      if (secrets.state.endpoints.includes(id)) return null;
      return unknownSecret(endpoint, 'unknown').toData();
    },
    named: (name) => endpoints.named(name),
    issueOf: (name) => endpoints.issueOf(name),
    names: () => endpoints.list.map(({ name }) => name),
  };
}

/**
 * Reads the settings about services, for who needs nothing else of them.
 * @param log takes sentences about damaged files
 */
export async function readRemoteSettings(
  folder: string,
  safe: Safe,
  log: (line: string) => void,
): Promise<RemoteSettings> {
  const parts = {
    endpoints: new Endpoints(folder),
    targets: new Targets(folder),
    secrets: new SecretStore(folder, safe),
  };
  const notices = await Promise.all(Object.values(parts).map(async (part) => part.open()));
  for (const notice of notices) {
    if (notice !== null) log(notice);
  }
  return remoteSettings(parts);
}

/**
 * The key or the password of an endpoint; empty where it needs none.
 * @throws AppError `remote-refused` where it is not known
 */
export function knownSecret(endpoint: RemoteEndpoint, read: ReadSecret): string {
  if (endpoint.login.kind === 'none') return '';
  if (read.kind === 'known') return read.secret;
  throw unknownSecret(endpoint, read.kind);
}

function unknownSecret({ name, login }: RemoteEndpoint, kind: 'unknown' | 'unreadable'): AppError {
  const what = `${login.kind === 'key' ? 'key' : 'password'} of the service ${quote(name)}`;
  const message =
    kind === 'unknown'
      ? `The ${what} is not known. Put it in at the service in the settings.`
      : unreadableSentence(what, 'at the service in the settings');
  return new AppError('remote-refused', message, [{ field: 'secret', message }]);
}
