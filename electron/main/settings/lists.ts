import { join } from 'node:path';
import { z } from 'zod';
import { type RemoteEndpoint, remoteEndpointSchema } from '../../shared/endpoints.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { type BucketTarget, bucketTargetSchema } from '../../shared/targets.js';
import { NamedList } from './named-list.js';

const endpointFileSchema = z.object({ version: z.literal(1), endpoints: z.array(z.unknown()) });
const targetFileSchema = z.object({ version: z.literal(1), targets: z.array(z.unknown()) });

/** The remote services of the user. */
export class Endpoints extends NamedList<RemoteEndpoint, typeof endpointFileSchema> {
  /** @param folder the user data folder */
  constructor(folder: string) {
    super({
      path: join(folder, 'endpoints.json'),
      schema: endpointFileSchema,
      entry: remoteEndpointSchema,
      listIn: ({ endpoints }) => endpoints,
      contentOf: (endpoints) => ({ version: 1, endpoints: [...endpoints] }),
      list: 'services',
    });
  }
}

/** The buckets of the user. */
export class Targets extends NamedList<BucketTarget, typeof targetFileSchema> {
  /** @param folder the user data folder */
  constructor(folder: string) {
    super({
      path: join(folder, 'targets.json'),
      schema: targetFileSchema,
      entry: bucketTargetSchema,
      listIn: ({ targets }) => targets,
      contentOf: (targets) => ({ version: 1, targets: [...targets] }),
      list: 'destinations',
    });
  }

  /** Finds the target of an object: with the same bucket and the longest matching prefix. */
  matching({ bucket, key }: ObjectLocation): BucketTarget | undefined {
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
