import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ceph, type RunningCeph, startCeph } from './ceph.js';

/** Tells the processes of a test run where to request the shared gateway. */
const variable = 'PLATEN_TEST_CEPH';

/**
 * Offers one gateway to all processes of a test run that start later. It starts on the first
 * request, so a run without buckets does not wait for it. Several projects of one run share it.
 * @returns a function that stops it
 */
export async function offerCeph(): Promise<() => Promise<void>> {
  if (process.env[variable] !== undefined) return async () => Promise.resolve();
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
 * Returns the gateway of this test run. Test files share it and use their own buckets
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
