import type { AccessTo, BucketAccess } from '../s3/bucket-access.js';
import { AppError } from '../../shared/errors.js';
import { MissingSecret } from '../network/delivery-failure.js';
import { type BucketTarget, ownerAcl } from '../../shared/targets.js';
import { type ReadSecret, type SecretStore, targetSecret } from './secret-store.js';
import type { Targets } from './targets.js';
import { unreadableSentence } from './unreadable-secrets.js';

/** Finds the access to a bucket among the person's targets. */
export function accessAmong(targets: Targets, secrets: SecretStore): AccessTo {
  return async (id, place) => {
    const target = id === null ? targets.matching(place) : targets.get(id);
    if (target !== undefined) {
      return targetAccess(target, await secrets.read(targetSecret(target.id)));
    }
    if (id === null) return machineAccess(place.bucket);
    throw new AppError(
      'delivery-refused',
      `The target that this PDF was to go to is not in the settings any more. Drop this upload, or upload the PDF to another target.`,
    );
  };
}

/**
 * The access to a target's bucket, with its secret key where it needs one.
 * @throws AppError `delivery-refused` where that is not known
 */
export function targetAccess(target: BucketTarget, read: ReadSecret): BucketAccess {
  const { credentials, name, endpoint, region, pathStyle, acl, publicBase, caFile } = target;
  const access = { name, endpoint, region, pathStyle, acl, publicBase, caFile };
  if (credentials.kind === 'machine') return { ...access, credentials };
  if (read.kind !== 'known') throw unknownSecret(name, read.kind);
  const { accessKeyId } = credentials;
  return { ...access, credentials: { kind: 'key', accessKeyId, secretAccessKey: read.secret } };
}

/**
 * The access to a bucket that no target was set up for: what `AWS_*` variables and profiles say. `AWS_CA_BUNDLE` is a setting of the AWS command line that the
 * SDK itself passes over.
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

function unknownSecret(name: string, kind: 'unknown' | 'unreadable'): AppError {
  const message =
    kind === 'unknown'
      ? `The secret key of ${name} is not known. Put it in at the target in the settings.`
      : unreadableSentence(`secret key of ${name}`, 'at the target in the settings');
  return new MissingSecret(message);
}
