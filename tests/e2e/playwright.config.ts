import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
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
