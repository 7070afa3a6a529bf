import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsIn } from '../../../support/fuzz/faults-in-log.js';
import { fuzzService, reportLine } from '../../../support/fuzz/fuzz-service.js';
import { type RunningService, basic, startServe } from '../../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import { repetitions } from '../../../support/repetitions.js';

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startServe(['--quiet', '--body-limit', '1'], { configFolder: folder.with({}) });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const requests = repetitions({ few: 150, many: 2000 });

it(`survives ${requests} requests generated from its own OpenAPI document, most of them invalid`, async () => {
  const { address, key } = service;
  const report = await fuzzService({ address, authorization: basic(key), requests });
  expect(report.sent, reportLine(report)).toBeGreaterThanOrEqual(requests);
  expect(report.memory.end).toBeLessThan(1.5 * report.memory.warm + 100 * 2 ** 20);
  expect(faultsIn(service.log())).toEqual([]);
  expect(await service.stop()).toBe(0);
}, 360_000);
