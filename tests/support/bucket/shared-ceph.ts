import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ceph, type RunningCeph, startCeph } from './ceph.js';

/** Where the processes of a test run ask for the gateway that they share. */
const variable = 'PLATEN_TEST_CEPH';

/**
 * Offers one gateway to all processes of a test run, which are started after this. It is started
 * when the first of them asks for it, so that a run without buckets does not wait for it.
 * @returns what ends it
 */
export async function offerCeph(): Promise<() => Promise<void>> {
  let running: Promise<RunningCeph> | null = null;
  const server = createServer((_request, response) => {
    running ??= startCeph();
    running.then(
      (ceph) => response.end(JSON.stringify(ceph)),
      (error: unknown) => response.writeHead(500).end(messageOf(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return async () => {
    server.close();
    server.closeAllConnections();
    const ceph = await Promise.resolve(running).catch(() => null);
    await ceph?.stop();
  };
}

/**
 * The gateway of this test run. Test files run side by side on it: each works in buckets of its own
 * (`freshBucket`).
 * @throws Error if it cannot be started
 */
export async function sharedCeph(): Promise<Ceph> {
  const address = process.env[variable];
  if (address === undefined)
    throw new Error(`${variable} is not set: this runner's global setup has to call offerCeph.`);
  const response = await fetch(address, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Ceph;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
