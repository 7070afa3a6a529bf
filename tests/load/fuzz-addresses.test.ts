import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzAddresses } from '../support/fuzz/fuzz-addresses.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';

const count = Number(process.env['PLATEN_FUZZ_ADDRESSES'] ?? 10_000);
const seed = Number(process.env['PLATEN_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

let folder: TemporaryFolder;
beforeAll(() => (folder = temporaryFolder()));
afterAll(() => folder.remove());

it(`converts pages with ${count} generated URLs: each is converted or fails alone`, async () => {
  const started = Date.now();
  const { run, pages, converted, codes, unreported, faults } = await fuzzAddresses(
    folder.with({}),
    count,
    seed,
  );
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stderr.write(
    `fuzz: seed ${seed}, ${count} addresses in ${pages} pages, ${converted} made, ${pages - converted} failed ${JSON.stringify(codes)}, ${seconds} s\n`,
  );
  expect(faults).toEqual([]);
  expect(unreported).toEqual([]);
  expect(run.status).toBe(converted === pages ? 0 : 1);
});
