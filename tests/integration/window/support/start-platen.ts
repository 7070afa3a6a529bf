import { afterAll, afterEach, beforeAll } from 'vitest';
import type { RunningPlaten } from '../../../e2e/support/running-platen.js';
import { startOnChromium } from '../../../e2e/support/start-chromium.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Temporary folders of a test file, removed after its last test. */
export const temporary = temporaryFolder();
const running = new Set<RunningPlaten>();

afterEach(async () => {
  await Promise.all([...running].map((platen) => platen.close()));
  running.clear();
});
afterAll(() => temporary.remove());

/** Starts Platen with a new or existing user data folder, until the end of the test. */
export async function startPlaten(userData = temporary.with({})): Promise<RunningPlaten> {
  const platen = await startOnChromium({ userData, args: [] });
  running.add(platen);
  return platen;
}

/**
 * Starts Platen once for the tests of a group, which takes seconds of CPU time.
 * @param use receives it before the first test
 */
export function shareRunningPlaten(use: (platen: RunningPlaten, userData: string) => void): void {
  let platen: RunningPlaten | undefined;
  beforeAll(async () => {
    const userData = temporary.with({});
    platen = await startOnChromium({ userData, args: [] });
    use(platen, userData);
  });
  afterAll(async () => platen?.close());
}
