import { afterEach, beforeEach, describe } from 'vitest';
import { freshBucket } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { reasonToSkipCeph } from '../../support/bucket/ceph-programs.mjs';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';

const reason = reasonToSkipCeph();

/**
 * Tests that need Ceph's gateway (`sharedCeph`). Where it cannot be had they are left out, and
 * their title says why: `npm test` reads the reason from between the brackets.
 */
export function describeWithCeph(name: string, tests: () => void): void {
  if (reason === null) describe(name, tests);
  else describe.skip(`${name} [${reason}]`, tests);
}

/** What a test at a bucket works with. */
export interface TestBucket {
  readonly ceph: Ceph;
  /** A bucket that no other test has. */
  readonly bucket: string;
  /** A way to the gateway that makes faults as told. */
  readonly proxy: FaultyProxy;
}

/** Gives each test of a group a bucket and a proxy of its own. */
export function withBucket(use: (made: TestBucket) => void): void {
  let proxy: FaultyProxy | undefined;
  beforeEach(async () => {
    const ceph = await sharedCeph();
    const bucket = await freshBucket(ceph);
    proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    use({ ceph, bucket, proxy });
  });
  afterEach(async () => proxy?.close());
}
