import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import { type BucketTarget, bucketInEndpointIssue } from '../../shared/targets.js';
import { webhookSecretIssue } from '../../shared/webhook-secret.js';
import { type SecretStore, targetSecret } from '../settings/secret-store.js';
import { targetAccess } from '../settings/credentials.js';
import type { Targets } from '../settings/lists.js';
import type { Outbox } from '../outbox/outbox.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';
import type { WindowNotices } from './incoming.js';

export interface TargetHandlerParts {
  readonly targets: Targets;
  readonly secrets: SecretStore;
  readonly dialogs: Dialogs;
  /** Informed of each change, because deliveries may wait for a secret. */
  readonly outbox: Pick<Outbox, 'secretsChanged'>;
  readonly notices: Pick<WindowNotices, 'checkResolved'>;
}

type TargetChannel = Extract<
  BridgeChannel,
  `targets:${string}` | `secrets:${string}` | `certificates:${string}`
>;

/**
 * The calls about buckets, secrets, and certificates of servers of one's own. Secrets come in here,
 * and none goes out.
 */
export function targetHandlers(parts: TargetHandlerParts): Pick<BridgeHandlers, TargetChannel> {
  const { targets, secrets, dialogs, outbox, notices } = parts;
  const listed = () => ({ targets: [...targets.list], secrets: secrets.state });
  /** A secret that could not be written is known all the same, until Platen quits. */
  const change = async (work: () => Promise<void>) =>
    work().finally(() => {
      outbox.secretsChanged();
      notices.checkResolved();
    });
  return {
    'targets:save': async ({ target, secret }) => {
      refuseBucketInEndpoint(target);
      await change(async () => {
        await targets.save(target);
        if (secret !== undefined) await secrets.set(targetSecret(target.id), secret);
      });
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
      refuseBucketInEndpoint(target);
      const read =
        secret === undefined
          ? await secrets.read(targetSecret(target.id))
          : ({ kind: 'known', secret } as const);
      const access = targetAccess(target, read);
      const { testTarget } = await import('../s3/test-target.js');
      return { message: await testTarget(access, target) };
    },
    'certificates:choose': async () => dialogs.chooseCertificates(),
    'secrets:keep-unsafely': async ({ allow }) => {
      await secrets.setKeepUnsafely(allow);
      return secrets.state;
    },
    'secrets:set-webhook': async ({ secret }) => {
      const message = secret === null ? null : webhookSecretIssue(secret);
      if (message !== null) throw new AppError('invalid-request', message);
      await change(async () => secrets.set('webhook', secret));
      return secrets.state;
    },
  };
}

/** @throws AppError `invalid-request` */
function refuseBucketInEndpoint(target: BucketTarget): void {
  const message = bucketInEndpointIssue(target);
  if (message === null) return;
  throw new AppError('invalid-request', message, [{ field: 'endpoint', message }]);
}
