import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningService,
  addKey,
  basic,
  errorOf,
  postPdf,
  startServe,
} from '../integration/support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';
import { hostileBodies } from '../support/hostile-bodies.js';

const bytes = 32 * 1024 ** 2 - 100;
const honestClients = 8;
const metricsKey = 'key-of-the-operator';

let folder: TemporaryFolder;
let service: RunningService;
let key: string;
let honestKey: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const accounts = folder.with({});
  key = await addKey(accounts, 'hostile', { credits: 1000 });
  honestKey = await addKey(accounts, 'honest', { credits: 100_000 });
  const args = ['--quiet', '--accounts', accounts];
  const env = { PLATEN_METRICS_KEY: metricsKey };
  service = await startServe(args, { configFolder: folder.with({}), env });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  folder.remove();
});

/** The longest that the service's process was blocked since the last call, in milliseconds. */
async function blockedMs(): Promise<number> {
  const headers = { authorization: basic(metricsKey) };
  const metrics = await (await fetch(`${service.address}/metrics`, { headers })).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
  return Number(seconds) * 1000;
}

/** Calls a function again and again until the work has ended. @returns the longest call in ms */
async function slowestWhile(work: Promise<unknown>, call: () => Promise<void>): Promise<number> {
  let slowest = 0;
  const ended = new AbortController();
  const end = work.finally(() => ended.abort());
  while (!ended.signal.aborted) {
    const start = performance.now();
    await call();
    slowest = Math.max(slowest, performance.now() - start);
  }
  await end;
  return slowest;
}

async function live(): Promise<void> {
  expect((await fetch(`${service.address}/livez`)).status).toBe(200);
}

describe.each(hostileBodies)('32 MiB of $name', ({ name, text, status, code, isSource }) => {
  it('do not block the service', async () => {
    const body = text(bytes);
    await blockedMs();
    const refused = await postPdf({ address: service.address, key }, body);
    expect([refused.status, (await errorOf(refused)).code]).toEqual([status, code]);
    const blocked = await blockedMs();
    process.stderr.write(`${name}: blocked for at most ${blocked.toFixed(0)} ms\n`);
    // A long source is one string, whose memory the system hands out while it is filled.
    expect(blocked).toBeLessThan(isSource ? 1500 : 300);
  });

  it(`do not stop ${honestClients} honest clients`, async () => {
    const body = text(bytes);
    const honest = { address: service.address, key: honestKey };
    const clients = Array.from({ length: honestClients }, async () =>
      postPdf(honest, { source: '<p>honest' }),
    );
    const refused = postPdf({ address: service.address, key }, body);
    const slowest = await slowestWhile(Promise.all([refused, ...clients]), live);
    process.stderr.write(`${name}: /livez took at most ${slowest.toFixed(0)} ms\n`);
    for (const client of clients) expect((await client).status).toBe(200);
    expect((await refused).status).toBe(status);
    expect(slowest).toBeLessThan(2000);
  });
});
