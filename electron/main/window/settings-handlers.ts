import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/messages/errors.js';
import { bucketFolderAt, isBucket, movedDestination, movedPlace } from '../../shared/targets.js';
import { webhookSecretIssue } from '../../shared/webhook-secret.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { Outbox } from '../outbox/outbox.js';
import { listServerFolders, testServer } from '../outbox/uploaders.js';
import { bucketAccess, knownSecret, serverAccess } from '../settings/credentials.js';
import type { Endpoints, Targets } from '../settings/lists.js';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import type { Presets } from '../settings/presets.js';
import { type SecretStore, endpointSecret, targetSecret } from '../settings/secret-store.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';
import type { WindowNotices } from './incoming.js';

interface TargetHandlerParts {
  readonly targets: Targets;
  readonly secrets: SecretStore;
  readonly dialogs: Pick<Dialogs, 'chooseCertificates' | 'chooseKey'>;
  /** Informed of each change, because deliveries may wait for a secret or a correction. */
  readonly outbox: Pick<Outbox, 'secretsChanged' | 'targetCorrected'>;
  /** Its jobs name the buckets and folders of targets. */
  readonly queue: Pick<JobQueue, 'moveUploads'>;
  readonly notices: Pick<WindowNotices, 'checkResolved'>;
}

type TargetChannel = Extract<
  BridgeChannel,
  `targets:${string}` | `secrets:${string}` | `certificates:${string}`
>;

/** Handles the calls about destinations, secrets and certificates. Secrets are never returned. */
export function targetHandlers(parts: TargetHandlerParts): Pick<BridgeHandlers, TargetChannel> {
  const { targets, secrets, dialogs, outbox, queue, notices } = parts;
  const listed = () => ({ targets: [...targets.list], secrets: secrets.state });
  /** A secret that could not be written is still stored in memory until Platen quits. */
  const change = async (work: () => Promise<void>) =>
    work().finally(() => {
      outbox.secretsChanged();
      notices.checkResolved();
    });
  const typedOrStored = async (id: string, secret: string | undefined) =>
    secret === undefined ? secrets.read(targetSecret(id)) : ({ kind: 'known', secret } as const);
  return {
    'targets:save': async ({ target, secret }) => {
      const before = targets.list.find(({ id }) => id === target.id) ?? target;
      await change(async () => {
        await targets.save(target);
        if (secret !== undefined) await secrets.set(targetSecret(target.id), secret);
      });
      queue.moveUploads(target.id, (to) => movedDestination(to, before, target));
      outbox.targetCorrected(target.id, (place) => movedPlace(place, before, target));
      return listed();
    },
    'targets:remove': async ({ id }) => {
      await change(async () => {
        await secrets.set(targetSecret(id), null);
        await targets.remove(id);
      });
      return listed();
    },
    'targets:test': async ({ target, secret }) => {
      const read = await typedOrStored(target.id, secret);
      if (!isBucket(target)) {
        return { message: await testServer(serverAccess(target, read), target.folder) };
      }
      const { testTarget } = await import('../s3/test-target.js');
      return { message: await testTarget(bucketAccess(target, read), target) };
    },
    'targets:choose-key': async () => dialogs.chooseKey(),
    'targets:list-folders': async ({ server, secret, folder, ...query }) => {
      const read = await typedOrStored(server.id, secret);
      if (!isBucket(server)) {
        return {
          folders: [...(await listServerFolders(serverAccess(server, read), folder))],
          next: null,
        };
      }
      const access = bucketAccess({ ...server, acl: null, publicBase: null }, read);
      const { listBuckets, listFolders } = await import('../s3/list-folders.js');
      if (folder === '') return { folders: [...(await listBuckets(access))], next: null };
      const { folders, next } = await listFolders(access, { ...bucketFolderAt(folder), ...query });
      return { folders: [...folders], next };
    },
    'certificates:choose': async () => dialogs.chooseCertificates(),
    'secrets:keep-unsafely': async ({ allow }) => {
      await secrets.setKeepUnsafely(allow);
      return secrets.state;
    },
    'secrets:set-webhook': async ({ secret }) => {
      const issue = secret === null ? null : webhookSecretIssue(secret);
      if (issue !== null) throw new AppError('invalid-request', issue);
      await change(async () => secrets.set('webhook', secret));
      return secrets.state;
    },
  };
}

interface EndpointHandlerParts {
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly queue: Pick<JobQueue, 'credentialsChanged'>;
  readonly notices: Pick<WindowNotices, 'checkResolved'>;
  readonly version: string;
  readonly log: (line: string) => void;
}

type EndpointChannel = Extract<BridgeChannel, `endpoints:${string}`>;

/** Handles the calls about remote services. Keys are never returned. */
export function endpointHandlers(
  parts: EndpointHandlerParts,
): Pick<BridgeHandlers, EndpointChannel> {
  const { endpoints, secrets, queue, notices, version, log } = parts;
  const listed = () => ({ endpoints: [...endpoints.list], secrets: secrets.state });
  /** A key that could not be written is still stored in memory until Platen quits. */
  const setSecret = async (id: string, secret: string | null) =>
    secrets.set(endpointSecret(id), secret).finally(() => {
      queue.credentialsChanged(id);
      notices.checkResolved();
    });
  return {
    'endpoints:save': async ({ endpoint, secret }) => {
      await endpoints.save(endpoint);
      if (secret === undefined) queue.credentialsChanged(endpoint.id);
      else await setSecret(endpoint.id, secret);
      return listed();
    },
    'endpoints:remove': async ({ id }) => {
      await setSecret(id, null);
      await endpoints.remove(id);
      queue.credentialsChanged(id);
      notices.checkResolved();
      return listed();
    },
    'endpoints:test': async ({ endpoint, secret }) => {
      const read =
        secret === undefined
          ? await secrets.read(endpointSecret(endpoint.id))
          : ({ kind: 'known', secret } as const);
      const { testEndpoint } = await import('../remote/test-endpoint.js');
      return testEndpoint(endpoint, knownSecret(endpoint, read), { version, log });
    },
  };
}

interface PasswordHandlerParts {
  readonly passwords: Pick<StoredPasswords, 'store'>;
  readonly secrets: Pick<SecretStore, 'state'>;
  readonly queue: Pick<JobQueue, 'secretsChanged'>;
  readonly notices: Pick<WindowNotices, 'checkResolved'>;
}

/** Handles the call that stores the passwords of PDFs. They are never returned. */
export function passwordHandlers({
  passwords,
  secrets,
  queue,
  notices,
}: PasswordHandlerParts): Pick<BridgeHandlers, 'passwords:store'> {
  return {
    'passwords:store': async ({ stored, typed }) => {
      const protection = await passwords.store(stored, typed).finally(() => {
        queue.secretsChanged();
        notices.checkResolved();
      });
      return { protection, secrets: secrets.state };
    },
  };
}

type PresetChannel = Extract<BridgeChannel, `presets:${string}`>;

export function presetHandlers(
  presets: Presets,
  dialogs: Pick<Dialogs, 'chooseExport' | 'chooseImport'>,
): Pick<BridgeHandlers, PresetChannel> {
  return {
    'presets:save': async (preset) => {
      await presets.save(preset);
      return [...presets.list];
    },
    'presets:remove': async ({ name }) => {
      await presets.remove(name);
      return [...presets.list];
    },
    'presets:export': async () => {
      const path = await dialogs.chooseExport('platen-presets.json');
      if (path === null) return null;
      await presets.exportTo(path);
      return { path };
    },
    'presets:import': async () => {
      const path = await dialogs.chooseImport();
      if (path === null) return null;
      const imported = await presets.importFrom(path);
      return { presets: [...presets.list], imported };
    },
  };
}
