import { defineConfig } from '@playwright/test';
import { headlessEnvironment } from '../support/headless-chromium.js';
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
  // Each test starts Platen, which starts Chromium, and mostly waits for them.
  workers: 4,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On a shared machine a browser may starve for seconds; the report names the retried tests.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
});
