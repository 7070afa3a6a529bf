import { afterEach, beforeEach, describe } from 'vitest';
import { freshBucket } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { reasonToSkipCeph } from '../../support/bucket/ceph-programs.mjs';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';

const reason = reasonToSkipCeph();

/**
 * Groups tests that need Ceph's gateway (`sharedCeph`). Without it they are skipped; their title
 * contains the reason in brackets, which `npm test` reports.
 */
export function describeWithCeph(name: string, tests: () => void): void {
  if (reason === null) describe(name, tests);
  else describe.skip(`${name} [${reason}]`, tests);
}

/** The bucket and proxy of a test. */
export interface TestBucket {
  readonly ceph: Ceph;
  /** A bucket of this test only. */
  readonly bucket: string;
  /** A proxy to the gateway that injects faults. */
  readonly proxy: FaultyProxy;
}

/** Gives each test of a group its own bucket and proxy. */
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
