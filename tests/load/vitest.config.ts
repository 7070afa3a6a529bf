import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testLimits, testTags } from '../support/runner-options.js';

const root = resolve(import.meta.dirname, '../..');

/** Integration tests that repeat more often here than in `npm test` (tests/support/repetitions). */
const repeated = [
  'cli/killed',
  'cli/unusual-addresses',
  'engine/hostile/documents',
  'engine/inlining/manuals',
  'engine/killed-chromium',
  'engine/style-sheets',
  'jobs/kill',
  'outbox/kill',
  'service/load/fuzz',
  'service/store/killed',
].map((name) => `tests/integration/${name}.test.ts`);

/** Tests that take too long for `npm test`: `npm run fuzz`, `npm run test:load`. */
export default defineConfig({
  root,
  resolve: {
    alias: {
      '@shared': resolve(root, 'electron/shared'),
      electron: resolve(root, 'tools/electron-on-chromium/index.ts'),
    },
  },
  test: {
    tags: testTags,
    include: ['tests/load/**/*.test.ts', ...repeated],
    env: { PLATEN_LOAD_TEST: '1' },
    globalSetup: ['tests/integration/support/build.ts', 'tests/integration/support/ceph.ts'],
    // Each has the machine to itself.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: testLimits.poll } },
  },
});
