import { describe } from 'vitest';
import { reasonToSkipServers } from '../../support/file-servers/server-programs.mjs';

const reason = reasonToSkipServers();

/**
 * Groups tests that need file servers. Without them they are skipped; their title contains the
 * reason in brackets, which `npm test` reports.
 */
export function describeWithServers(name: string, tests: () => void): void {
  if (reason === null) describe(name, tests);
  else describe.skip(`${name} [${reason}]`, tests);
}
