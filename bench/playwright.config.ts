import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../test-results',
  workers: 1,
  timeout: 600_000,
  reporter: 'line',
});
