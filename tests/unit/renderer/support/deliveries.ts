import type { DeliveryRow } from '../../../../electron/shared/deliveries.js';
import { type BucketTarget, bucketTargetSchema } from '../../../../electron/shared/targets.js';

/** Returns a destination in a bucket of the same name. */
export function target(name: string, more: Partial<BucketTarget> = {}): BucketTarget {
  return bucketTargetSchema.parse({
    id: `id-of-${name}`,
    kind: 's3',
    name,
    provider: 'aws',
    bucket: name,
    credentials: { kind: 'key', accessKeyId: 'AKIATEST' },
    ...more,
  });
}

/** Returns an upload of `a.pdf` to papers, 10 MB large. */
export function upload(id: string, more: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    id,
    kind: 'upload',
    job: null,
    file: 'a.pdf',
    to: 'papers',
    destination: 's3://papers/a.pdf',
    status: 'waiting',
    size: 10_000_000,
    attempts: 0,
    ...more,
  };
}
