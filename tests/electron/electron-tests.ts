import { resolve } from 'node:path';
import { type ViteUserConfig, defineConfig } from 'vitest/config';
import { retryTimeouts, testLimits, testTags, testWorkers } from '../support/runner-options.js';
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
      tags: testTags,
      include: [...include],
      pool: electronPool,
      server: { deps: { external: [/electron-module\.cjs$/] } },
      setupFiles: [here('skip-differences.ts')],
      globalSetup: [resolve(root, 'tests/integration/support/build.ts')],
      maxWorkers: testWorkers,
      testTimeout: testLimits.test,
      hookTimeout: testLimits.hook,
      expect: { poll: { timeout: testLimits.poll } },
      retry: retryTimeouts,
    },
  });
}
