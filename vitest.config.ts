import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@shared': resolve(import.meta.dirname, 'electron/shared') };

const runtime = resolve(import.meta.dirname, 'tools/electron-on-chromium/index.ts');

export default defineConfig({
  test: {
    projects: [
      { resolve: { alias }, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        // The product's own sources run here on the stand-in run-time, in the test's process.
        resolve: { alias: { ...alias, electron: runtime } },
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/integration/support/build.ts', 'tests/integration/support/ceph.ts'],
          // Each file starts a Chromium of its own; more than two at once starve each other.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          // On a shared machine a browser may starve for seconds, so what had no time gets it once
          // more, and tools/test.mjs names it. A wrong result is one: what is kept safe here must
          // be so the first time.
          retry: { count: process.env['CI'] ? 1 : 0, condition: /timed out/ },
        },
      },
    ],
  },
});
