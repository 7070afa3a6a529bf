import { defineConfig } from '@playwright/test';
import { headlessEnvironment } from '../support/headless-chromium.js';
import { testLimits, testWorkers } from '../support/runner-options.js';
import type { StartEnvironment } from './support/platen.js';

// The headless Chromium, 153, asks nobody for a password while two clients pause its requests.
const installedTests = '**/sign-in.spec.ts';

export default defineConfig<object, StartEnvironment>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    // These are long and few, so they are first.
    { name: 'installed', testMatch: installedTests },
    {
      name: 'headless',
      testIgnore: installedTests,
      use: { environment: await headlessEnvironment() },
    },
  ],
  globalSetup: './support/ceph.ts',
  outputDir: '../../test-results',
  workers: testWorkers,
  fullyParallel: true,
  timeout: testLimits.journey,
  expect: { timeout: testLimits.poll },
  // Playwright cannot repeat only what timed out: tools/test/results.mjs counts other failures.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
});
