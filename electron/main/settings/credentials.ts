import { homedir } from 'node:os';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt } from '../../shared/request/text.js';
import {
  type FileServer,
  type SftpTarget,
  requiresSecret,
  secretOf,
} from '../../shared/server-targets.js';
import {
  type UploadLocation,
  isSftpDestination,
  serverWithUser,
} from '../../shared/upload-location.js';
import {
  type BucketTarget,
  type TargetServer,
  type UploadTarget,
  isBucket,
  machineTarget,
  ownerAcl,
} from '../../shared/targets.js';
import { MissingSecret } from '../network/delivery-failure.js';
import type { ServerAccess, UploadAccess, UploadAccessTo } from '../outbox/uploaders.js';
import type { BucketAccess } from '../s3/bucket-access.js';
import type { Endpoints, Targets } from './lists.js';
import {
  type ReadSecret,
  type SecretName,
  type SecretStore,
  endpointSecret,
  isProtectionSecret,
  targetSecret,
} from './secret-store.js';

/** Finds the access to a place among the user's targets, or what this machine has. */
export function accessAmong(targets: Targets, secrets: SecretStore): UploadAccessTo {
  return async (id, place) => {
    if (id === machineTarget) return accessOfMachine(place);
    const target = id === null ? targets.at(place) : targets.get(id);
    if (target !== undefined) {
      return targetAccess(target, await secrets.read(targetSecret(target.id)));
    }
    if (id === null) return accessOfMachine(place);
    throw new AppError('delivery-refused', message('secrets.destinationRemoved'));
  };
}

/**
 * With its secret if it needs one.
 * @throws MissingSecret if that is unknown or unreadable
 */
function targetAccess(target: UploadTarget, read: ReadSecret): UploadAccess {
  return isBucket(target) ? bucketAccess(target, read) : serverAccess(target, read);
}

/**
 * With its secret key if it needs one.
 * @throws MissingSecret if that is unknown or unreadable
 */
export function bucketAccess(
  target: Omit<BucketTarget, 'id' | 'kind' | 'provider' | 'bucket' | 'prefix'>,
  read: ReadSecret,
): BucketAccess {
  const { credentials, name, endpoint, region, pathStyle, acl, publicBase, caFile, object } =
    target;
  const access = { name, endpoint, region, pathStyle, acl, publicBase, caFile, object };
  if (credentials.kind === 'machine') return { ...access, credentials };
  if (read.kind !== 'known') {
    throw new MissingSecret(
      read.kind === 'unknown'
        ? message('secrets.secretKeyMissing', { name })
        : message('secrets.secretKeyUnreadable', { name }),
    );
  }
  const { accessKeyId } = credentials;
  return { ...access, credentials: { kind: 'key', accessKeyId, secretAccessKey: read.secret } };
}

/**
 * With its password if it needs one. Whether a private key needs a passphrase is known only once it
 * is used.
 * @throws MissingSecret if the password is unknown, or a secret is unreadable
 */
export function serverAccess(target: FileServer, read: ReadSecret): ServerAccess {
  const server = serverWithUser(target.server, target.user);
  const secret = secretIn(target, read);
  if (target.kind === 'webdav') {
    return { kind: 'webdav', server, password: secret, caFile: target.caFile };
  }
  return { kind: 'sftp', server, login: loginOf(target, secret), hostKey: target.hostKey };
}

function loginOf({ login }: Pick<SftpTarget, 'login'>, secret: string | null): SftpLogin {
  switch (login.kind) {
    case 'password':
      return { kind: 'password', password: secret ?? '' };
    case 'key':
      return { ...login, file: login.file.replace(/^~(?=\/)/, homedir()), passphrase: secret };
    case 'default':
      return login;
  }
}

type SftpLogin = Extract<ServerAccess, { readonly kind: 'sftp' }>['login'];

/** @throws MissingSecret */
function secretIn(target: FileServer, read: ReadSecret): string | null {
  const kind = secretOf(target);
  if (kind === null) return null;
  if (read.kind === 'known') return read.secret;
  if (read.kind === 'unreadable') throw new MissingSecret(unreadableSecretOf(target));
  if (!requiresSecret(target)) return null;
  throw new MissingSecret(message('secrets.targetPasswordMissing', { name: target.name }));
}

/** Without a target: what this machine has. */
function accessOfMachine(place: UploadLocation): UploadAccess {
  if ('bucket' in place) return machineAccess(place.bucket);
  const { server } = place;
  if (!isSftpDestination(server)) return { kind: 'webdav', server, password: null, caFile: null };
  return { kind: 'sftp', server, login: { kind: 'default' }, hostKey: null };
}

/**
 * `AWS_*` variables and profiles. `AWS_CA_BUNDLE` belongs to the AWS command line; the SDK ignores
 * it.
 */
function machineAccess(bucket: string): BucketAccess {
  const bundle = process.env['AWS_CA_BUNDLE'];
  return {
    name: bucket,
    endpoint: null,
    region: null,
    pathStyle: false,
    acl: ownerAcl,
    publicBase: null,
    caFile: bundle === undefined || bundle === '' ? null : bundle,
    credentials: { kind: 'machine', profile: null },
  };
}

/**
 * The key or password; empty if the service needs none.
 * @throws AppError `remote-refused` if that is unknown or unreadable
 */
export function knownSecret(endpoint: RemoteEndpoint, read: ReadSecret): string {
  if (endpoint.login.kind === 'none') return '';
  if (read.kind === 'known') return read.secret;
  throw missingEndpointSecret(endpoint, read.kind);
}

export function missingEndpointSecret(
  endpoint: RemoteEndpoint,
  kind: 'unknown' | 'unreadable',
): AppError {
  const reason = kind === 'unknown' ? missingReason(endpoint) : unreadableReason(endpoint);
  return new AppError('remote-refused', reason, [{ field: 'secret', message: reason }]);
}

function missingReason({ name: written, login }: RemoteEndpoint): Message {
  const name = excerpt(written);
  return login.kind === 'key'
    ? message('secrets.keyMissing', { name })
    : message('secrets.passwordMissing', { name });
}

function unreadableReason({ name: written, login }: RemoteEndpoint): Message {
  const name = excerpt(written);
  return login.kind === 'key'
    ? message('secrets.keyUnreadable', { name })
    : message('secrets.passwordUnreadable', { name });
}

/**
 * Null if webhooks are not signed.
 * @throws MissingSecret if they are signed and the secret is unknown or unreadable
 */
export async function webhookSecret(secrets: SecretStore): Promise<string | null> {
  const read = await secrets.read('webhook');
  if (read.kind === 'known') return read.secret;
  if (read.kind === 'unreadable') {
    throw new MissingSecret(message('secrets.signingSecretUnreadable'));
  }
  if (!secrets.state.webhookMissing) return null;
  throw new MissingSecret(message('secrets.signingSecretMissing'));
}

function unreadableSecretOf(target: TargetServer): Message {
  const { name } = target;
  if (isBucket(target)) return message('secrets.secretKeyUnreadable', { name });
  return secretOf(target) === 'passphrase'
    ? message('secrets.targetPassphraseUnreadable', { name })
    : message('secrets.targetPasswordUnreadable', { name });
}

/** A stored secret that the keychain does not decrypt. */
export interface UnreadableSecret {
  readonly name: SecretName;
  readonly message: Message;
}

/** With their owners. */
export async function unreadableSecrets(
  secrets: SecretStore,
  { targets, endpoints }: { readonly targets: Targets; readonly endpoints: Endpoints },
): Promise<readonly UnreadableSecret[]> {
  const unreadable = await secrets.check();
  const owned: readonly UnreadableSecret[] = [
    ...targets.list.map((target) => ({
      name: targetSecret(target.id),
      message: unreadableSecretOf(target),
    })),
    ...endpoints.list
      .filter(({ login }) => login.kind !== 'none')
      .map((each) => ({ name: endpointSecret(each.id), message: unreadableReason(each) })),
    { name: 'webhook', message: message('secrets.signingSecretUnreadable') },
  ];
  // One message for all: their names mean nothing to users.
  const passwords = unreadable.filter(isProtectionSecret).slice(0, 1);
  return [
    ...owned.filter(({ name }) => unreadable.includes(name)),
    ...passwords.map((name) => ({ name, message: message('protection.unreadable') })),
  ];
}
