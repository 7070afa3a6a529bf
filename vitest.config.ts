import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { baselineWasm } from './tests/support/baseline-wasm.js';
import { headlessEnvironment } from './tests/support/headless-chromium.js';
import {
  retryTimeouts,
  testLimits,
  testTags,
  testWorkers,
} from './tests/support/runner-options.js';

const alias = { '@shared': resolve(import.meta.dirname, 'electron/shared') };

const runtime = resolve(import.meta.dirname, 'tools/electron-on-chromium/index.ts');

/** Tests that replace whole modules, which other files in the same process would see. */
const mocking = readdirSync(resolve(import.meta.dirname, 'tests'), { recursive: true })
  .map((file) => `tests/${String(file).replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8').includes('vi.mock('));
const mockingIn = (folder: string) => mocking.filter((file) => file.startsWith(folder));

/** The product's sources run on the stand-in, in the test's process. */
const onStandIn = {
  resolve: { alias: { ...alias, electron: runtime } },
};

const integrationTests = 'tests/integration/';

/** Tests that fail on the headless Chromium, and those of what starts an installed one. */
const installedTests = [
  `${integrationTests}launcher/**/*.test.ts`,
  `${integrationTests}electron-on-chromium/application.test.ts`,
  // The headless one, 153, resets no sizes, and announces no frames of other sites.
  `${integrationTests}electron-on-chromium/specs/debugger.test.ts`,
  // It now and then crashes if a page's process ends during its first load.
  `${integrationTests}engine/window-preparation.test.ts`,
  // It asks nobody for a password while two clients pause its requests.
  `${integrationTests}{cli,engine,window}/http-authentication.test.ts`,
];

/** Those that need an application of their own: before it is ready, or without other windows. */
const ownProcessTests = [
  `${integrationTests}electron/cross-origin-frames.test.ts`,
  `${integrationTests}electron-on-chromium/specs/{menu,notification,protocol}.test.ts`,
  `${integrationTests}window/app-window.test.ts`,
  `${integrationTests}{cli,engine}/sign-in.test.ts`,
  ...mockingIn(integrationTests),
];

/**
 * Tests of the stand-in itself, on the headless Chromium. Some start the application without the
 * schemes that the product registers before, so they share no worker with tests of the product.
 */
const standInTests = `${integrationTests}electron-on-chromium/**/*.test.ts`;

const shared = {
  maxWorkers: testWorkers,
  // Files share a worker's modules and its Chromium, which cost more than most tests.
  isolate: false,
  testTimeout: testLimits.test,
  hookTimeout: testLimits.hook,
  expect: { poll: { timeout: testLimits.poll } },
  retry: retryTimeouts,
};

const integration = {
  ...shared,
  execArgv: [baselineWasm],
  globalSetup: ['tests/integration/support/build.ts', 'tests/integration/support/ceph.ts'],
};

const headless = await headlessEnvironment();

export default defineConfig({
  test: {
    tags: testTags,
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: mockingIn('tests/unit/'),
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit-mocking',
          include: mockingIn('tests/unit/'),
          isolate: true,
          // A thread for each file starts faster than a process.
          pool: 'threads',
        },
      },
      {
        ...onStandIn,
        test: {
          ...integration,
          name: 'integration',
          include: [`${integrationTests}**/*.test.ts`],
          exclude: [...installedTests, ...ownProcessTests, standInTests],
          env: headless,
        },
      },
      {
        ...onStandIn,
        test: {
          ...integration,
          name: 'integration-stand-in',
          include: [standInTests],
          exclude: [...installedTests, ...ownProcessTests],
          env: headless,
        },
      },
      {
        ...onStandIn,
        test: {
          ...integration,
          name: 'integration-isolated',
          include: ownProcessTests,
          env: headless,
          isolate: true,
        },
      },
      {
        ...onStandIn,
        test: {
          ...integration,
          name: 'integration-installed',
          include: installedTests,
        },
      },
    ],
  },
});
