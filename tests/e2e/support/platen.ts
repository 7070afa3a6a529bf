import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { electronBinary } from '../../../tools/launch/electron.mjs';
import type { RunningPlaten, StartOptions } from './running-platen.js';
import { startOnChromium } from './start-chromium.js';
import { startOnElectron } from './start-electron.js';
import { type Size, sizeOf, startOver } from './start-over.js';

const root = resolve(import.meta.dirname, '../../..');
const runtime = process.env['PLATEN_RUNTIME'];
const binary = runtime === 'chromium' ? null : electronBinary(root);
if (runtime === 'electron' && binary === null)
  throw new Error("Electron's binary is not installed.");

interface Fixtures {
  /** A temporary folder for the test. */
  readonly folder: string;
  /** Starts Platen; a second call starts it again with the same user data. */
  readonly start: (...args: string[]) => Promise<RunningPlaten>;
  /**
   * The HTML in the window of `platen`. A preview takes a third of the processor time of loading
   * the window, so tests that begin with another document set it to none.
   */
  readonly html: string;
  /** Platen without data; tests that end it need `start`. */
  readonly platen: RunningPlaten;
}

/** An option of the projects. */
export interface StartEnvironment {
  /** Variables with which Platen starts, beside those of the tests. */
  readonly environment: Readonly<Record<string, string>>;
}

interface WorkerFixtures extends StartEnvironment {
  /** Platen, which the tests of a worker share. */
  readonly shared: SharedPlaten;
}

interface SharedPlaten {
  readonly platen: RunningPlaten;
  /** Size of the window at its start. */
  readonly size: Size;
}

/**
 * Playwright's test with Platen: on Electron if its binary is installed, otherwise on the stand-in.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  // Playwright reads the first parameter's pattern to know what a fixture needs.
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ folder, environment }, use) => {
    const started: RunningPlaten[] = [];
    await use(async (...args) => {
      const platen = await startPlaten({ userData: join(folder, 'user-data'), args, environment });
      started.push(platen);
      return platen;
    });
    await Promise.all(started.map((platen) => platen.close()));
  },
  shared: [
    async ({ environment }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'platen-e2e-'));
      const userData = join(folder, 'user-data');
      const platen = await startPlaten({ userData, args: [], environment });
      await use({ platen, size: await sizeOf(platen.page) });
      await platen.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],
  html: ['<!doctype html><title>Sample document</title><p>Sample', { option: true }],
  platen: async ({ shared, html }, use) => {
    await startOver(shared.platen.page, shared.size, html);
    await use(shared.platen);
  },
});

async function startPlaten(options: StartOptions): Promise<RunningPlaten> {
  const platen = await (binary === null
    ? startOnChromium(options)
    : startOnElectron(binary, options));
  await platen.page.emulateMedia({ reducedMotion: 'reduce' });
  return platen;
}

export { expect } from '@playwright/test';
