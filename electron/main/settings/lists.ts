import { join } from 'node:path';
import { z } from 'zod';
import { type RemoteEndpoint, remoteEndpointSchema } from '../../shared/endpoints.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import {
  type BucketTarget,
  type UploadTarget,
  isBucket,
  uploadTargetSchema,
} from '../../shared/targets.js';
import { type UploadLocation, isSameServer, serverParts } from '../../shared/upload-location.js';
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

/** The buckets and servers of the user. */
export class Targets extends NamedList<UploadTarget, typeof targetFileSchema> {
  /** @param folder the user data folder */
  constructor(folder: string) {
    super({
      path: join(folder, 'targets.json'),
      schema: targetFileSchema,
      entry: uploadTargetSchema,
      listIn: ({ targets }) => targets,
      contentOf: (targets) => ({ version: 1, targets: [...targets] }),
      list: 'destinations',
    });
  }

  /** Finds the target of a place: the same bucket or server, and the longest matching folder. */
  at(place: UploadLocation): UploadTarget | undefined {
    if ('bucket' in place) return this.matching(place);
    const { user } = serverParts(place.server);
    const targets = this.list
      .filter((target) => !isBucket(target))
      .filter((target) => isSameServer(target.server, place.server) && target.user === user);
    return longest(targets, ({ folder }) => folder, place.key);
  }

  /** Finds the target of an object: with the same bucket and the longest matching prefix. */
  matching({ bucket, key }: ObjectLocation): BucketTarget | undefined {
    const targets = this.list.filter(isBucket).filter((target) => target.bucket === bucket);
    return longest(targets, ({ prefix }) => prefix, key);
  }
}

/** The one with the longest folder that the key is in. */
function longest<T>(
  targets: readonly T[],
  folderOf: (target: T) => string,
  key: string,
): T | undefined {
  return targets
    .filter((target) => isBelow(key, folderOf(target)))
    .reduce<T | undefined>(
      (best, target) =>
        best === undefined || folderOf(target).length > folderOf(best).length ? target : best,
      undefined,
    );
}

function isBelow(key: string, folder: string): boolean {
  return folder === '' || key.startsWith(`${folder}/`);
}
