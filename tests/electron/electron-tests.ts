import { resolve } from 'node:path';
import { type ViteUserConfig, defineConfig } from 'vitest/config';
import { electronPool } from './electron-pool.js';

const root = resolve(import.meta.dirname, '../..');
const here = (name: string) => resolve(import.meta.dirname, name);

/**
 * Configures vitest to run test files in Electron's main process, where `electron` is the real
 * module. The same files also run on the stand-in (`vitest.config.ts`).
 * @param include patterns of test files, from the project's folder
 */
export function electronTests(include: readonly string[]): ViteUserConfig {
  return defineConfig({
    root,
    resolve: {
      alias: [
        { find: '@shared', replacement: resolve(root, 'electron/shared') },
        { find: /^electron$/, replacement: here('electron-module.cjs') },
        { find: /^\.{1,2}\/.*local-scheme\.js$/, replacement: here('registered-scheme.ts') },
      ],
    },
    test: {
      name: 'electron',
      include: [...include],
      pool: electronPool,
      server: { deps: { external: [/electron-module\.cjs$/] } },
      globalSetup: [resolve(root, 'tests/integration/support/build.ts')],
      maxWorkers: 2,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 15_000 } },
      // As in vitest.config.ts: a timed-out test is retried once; a wrong result is final.
      retry: { count: process.env['CI'] ? 1 : 0, condition: /timed out/ },
    },
  });
}
