import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsIn } from '../support/fuzz/faults-in-log.js';
import { fuzzService, reportLine } from '../support/fuzz/fuzz-service.js';
import { basic, runServe, startServe } from '../integration/support/run-serve.js';
import type { RunningService } from '../integration/support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';

const requests = Number(process.env['PLATEN_FUZZ_REQUESTS'] ?? 100_000);

let folder: TemporaryFolder;
let service: RunningService;
let key: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const configFolder = folder.with({});
  const account = ['--accounts', 'a'];
  const keys = ['keys', 'add', 'fuzzer', '--credits', '1000000', ...account];
  const added = await runServe(keys, { configFolder });
  if (added.status !== 0) throw new Error(added.stderr);
  key = added.stdout.trim();
  service = await startServe(['--quiet', '--body-limit', '1', ...account], { configFolder });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

it(`answers ${requests} requests generated from its own OpenAPI document, most of them invalid, as documented`, async () => {
  const { address } = service;
  const log = (line: string) => void process.stderr.write(`fuzz: ${line}\n`);
  const report = await fuzzService({ address, authorization: basic(key), requests, log });
  log(reportLine(report));
  expect(report.sent).toBeGreaterThanOrEqual(requests);
  expect(report.memory.end).toBeLessThan(1.25 * report.memory.warm);
  expect(faultsIn(service.log())).toEqual([]);
  expect(await service.stop()).toBe(0);
});
