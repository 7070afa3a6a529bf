import { describe } from 'vitest';
import { reasonToSkipCeph } from '../../../support/bucket/ceph-programs.mjs';

const reason = reasonToSkipCeph();

/**
 * Tests that need Ceph's gateway (`sharedCeph`). Where it cannot be had they are left out, and their title says why: `npm test`
 * reads the reason from between the brackets.
 */
export function describeWithCeph(name: string, tests: () => void): void {
  if (reason === null) describe(name, tests);
  else describe.skip(`${name} [${reason}]`, tests);
}
