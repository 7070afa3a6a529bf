import { join } from 'node:path';
import { z } from 'zod';
import { type BucketPlace } from '../../shared/request/bucket-destination.js';
import { type BucketTarget, bucketTargetSchema } from '../../shared/targets.js';
import { NamedList } from './named-list.js';

const schema = z.object({ version: z.literal(1), targets: z.array(z.unknown()) });

/** The person's buckets. */
export class Targets extends NamedList<BucketTarget, typeof schema> {
  /** @param folder Platen's own */
  constructor(folder: string) {
    super({
      path: join(folder, 'targets.json'),
      schema,
      entry: bucketTargetSchema,
      listIn: ({ targets }) => targets,
      contentOf: (targets) => ({ version: 1, targets: [...targets] }),
      noun: 'target',
      nouns: 'targets for uploads',
    });
  }

  /** The target that a place lies in: that of the longest prefix, if there are several. */
  matching({ bucket, key }: BucketPlace): BucketTarget | undefined {
    return this.list
      .filter((target) => target.bucket === bucket && isBelow(key, target.prefix))
      .reduce<BucketTarget | undefined>(
        (best, target) =>
          best === undefined || target.prefix.length > best.prefix.length ? target : best,
        undefined,
      );
  }
}

function isBelow(key: string, prefix: string): boolean {
  return prefix === '' || key.startsWith(`${prefix}/`);
}
