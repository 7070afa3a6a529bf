import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RunningPlaten } from '../../../e2e/support/running-platen.js';
import { startOnChromium } from '../../../e2e/support/start-chromium.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';

/** The variable for a server of the window's page. */
export const pageVariable = 'PLATEN_DEV_SERVER';

/** What a test file that starts Platen needs. */
export interface WindowTests {
  /** Temporary folders of the file, removed after its last test. */
  readonly temporary: TemporaryFolder;
  /** Starts Platen with a new or existing user data folder, until the end of the test. */
  readonly startPlaten: (userData?: string) => Promise<RunningPlaten>;
  /** Starts Platen until the caller closes it. */
  readonly startEmptyWindow: (userData: string) => Promise<RunningPlaten>;
  /**
   * Starts Platen once for the tests of a group, which takes seconds of CPU time.
   * @param use receives it before the first test
   */
  readonly shareRunningPlaten: (use: (platen: RunningPlaten, userData: string) => void) => void;
}

/**
 * Prepares a test file to start Platen. Its windows have no content: these tests call the bridge,
 * and the real page would render its preview, which takes half of the CPU time of a start.
 */
export function windowTests(): WindowTests {
  const temporary = temporaryFolder();
  const running = new Set<RunningPlaten>();
  const emptyPage = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  const startEmptyWindow = async (userData: string) => startOnChromium({ userData, args: [] });

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
    Reflect.deleteProperty(process.env, pageVariable);
    emptyPage.close();
    temporary.remove();
  });

  return {
    temporary,
    startEmptyWindow,
    startPlaten: async (userData = temporary.with({})) => {
      const platen = await startEmptyWindow(userData);
      running.add(platen);
      return platen;
    },
    shareRunningPlaten: (use) => {
      let platen: RunningPlaten | undefined;
      beforeAll(async () => {
        const userData = temporary.with({});
        platen = await startEmptyWindow(userData);
        use(platen, userData);
      });
      afterAll(async () => platen?.close());
    },
  };
}
