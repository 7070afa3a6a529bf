import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/** What takes too long for `npm test`: `npm run fuzz`, `npm run test:load`. */
export default defineConfig({
  root,
  resolve: { alias: { '@shared': resolve(root, 'electron/shared') } },
  test: {
    include: ['tests/load/**/*.test.ts'],
    globalSetup: ['tests/integration/support/build.ts'],
    // One at a time has the computer for itself.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 180_000,
  },
});
