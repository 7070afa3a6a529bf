import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results',
  workers: 1,
  // Tests take hundreds of pictures, so their own limit is long.
  use: { actionTimeout: 30_000 },
  // Under load, a first page may take longer than Playwright's 5 s.
  expect: { timeout: 60_000 },
  reporter: 'line',
});
