import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RunningPlaten } from '../../../e2e/support/running-platen.js';
import { startOnChromium } from '../../../e2e/support/start-chromium.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Temporary folders of a test file, removed after its last test. */
export const temporary = temporaryFolder();
const running = new Set<RunningPlaten>();

/** The variable for a server of the window's page. */
export const pageVariable = 'PLATEN_DEV_SERVER';

/**
 * Serves a window without content. These tests call the bridge, and the real page would render its
 * preview, which takes half of the CPU time of a start.
 */
const emptyPage = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
});

beforeAll(async () => {
  await new Promise<void>((listening) => emptyPage.listen(0, '127.0.0.1', listening));
  const { port } = emptyPage.address() as AddressInfo;
  process.env[pageVariable] = `http://127.0.0.1:${port}`;
});

afterEach(async () => {
  await Promise.all([...running].map((platen) => platen.close()));
  running.clear();
});
afterAll(() => {
  emptyPage.close();
  temporary.remove();
});

/** Starts Platen with a new or existing user data folder, until the end of the test. */
export async function startPlaten(userData = temporary.with({})): Promise<RunningPlaten> {
  const platen = await startEmptyWindow(userData);
  running.add(platen);
  return platen;
}

/** Starts Platen until the caller closes it. */
export async function startEmptyWindow(userData: string): Promise<RunningPlaten> {
  return startOnChromium({ userData, args: [] });
}

/**
 * Starts Platen once for the tests of a group, which takes seconds of CPU time.
 * @param use receives it before the first test
 */
export function shareRunningPlaten(use: (platen: RunningPlaten, userData: string) => void): void {
  let platen: RunningPlaten | undefined;
  beforeAll(async () => {
    const userData = temporary.with({});
    platen = await startEmptyWindow(userData);
    use(platen, userData);
  });
  afterAll(async () => platen?.close());
}
