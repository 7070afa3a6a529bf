import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { freshBucket, objects, readObject } from '../../tests/support/bucket/bucket.js';
import { type Ceph, startCeph } from '../../tests/support/bucket/ceph.js';
import { curl, objectUrl } from '../../tests/support/bucket/curl.js';
import { outputOf } from '../../tests/support/run-program.js';
import { median } from '../measure/statistics.js';
import { round, table } from '../measure/table.js';
import { type Contestant, contestants, reference } from './contestants.js';

/** Files that are uploaded by one process. */
interface Load {
  readonly title: string;
  readonly files: readonly string[];
}

const runs = positive(process.argv[2] ?? '7', 'The number of runs');
const megabytes = positive(process.argv[3] ?? '200', 'The size in megabytes');
const smallFiles = 200;
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
const ceph = await startCeph();
try {
  process.stdout.write(`${await setting()}\n`);
  await measure({
    title: `1 file of ${megabytes} MB`,
    files: [randomPdf('large', 'large.pdf', megabytes * 1_000_000)],
  });
  const names = Array.from({ length: smallFiles }, (_, index) => `small-${index}.pdf`);
  await measure({
    title: `${smallFiles} files of 30 kB`,
    files: names.map((name) => randomPdf('small', name, 30_000)),
  });
} finally {
  await ceph.stop();
  rmSync(folder, { recursive: true });
}

async function measure({ title, files }: Load): Promise<void> {
  const all = contestants(ceph).filter(({ isSingle = false }) => !isSingle || files.length === 1);
  const times = new Map<Contestant, number[]>(all.map((each) => [each, []]));
  // The first round warms up caches and is not counted.
  for (let run = -1; run < runs; run += 1) {
    for (const contestant of all) {
      const seconds = await timeOf(contestant, files);
      if (run >= 0) times.get(contestant)?.push(seconds);
      process.stderr.write(`bench: ${title}, ${contestant.name}: ${seconds.toFixed(2)} s\n`);
    }
  }
  process.stdout.write(`\n${results(title, times)}\n`);
}

/**
 * Returns the wall time of the whole process in seconds. The names of the uploaded objects and the
 * bytes of the first and last one are compared.
 */
async function timeOf({ upload }: Contestant, files: readonly string[]): Promise<number> {
  const bucket = await freshBucket(ceph);
  const start = performance.now();
  await upload(files, bucket);
  const seconds = (performance.now() - start) / 1000;
  const keys = await objects(ceph, bucket);
  if (
    keys.join() !==
    files
      .map((file) => basename(file))
      .sort()
      .join()
  ) {
    throw new Error(`The bucket has ${keys.length} objects of ${files.length} files.`);
  }
  for (const file of new Set([files[0] ?? '', files.at(-1) ?? ''])) {
    if (digest(await readObject(ceph, bucket, basename(file))) !== digest(readFileSync(file)))
      throw new Error(`The object of ${basename(file)} differs from the file.`);
  }
  // Small objects fit into the memory of the store.
  if (files.length === 1) await removeObject(ceph, bucket, basename(files[0] ?? ''));
  return seconds;
}

/** Deletes an object and frees its memory at once, which Ceph would do hours later. */
async function removeObject(from: Ceph, bucket: string, key: string): Promise<void> {
  await curl({ method: 'DELETE', url: objectUrl(from.endpoint, bucket, key), key: from.owner });
  const env = { ...process.env, CEPH_CONF: from.configurationFile };
  await outputOf('radosgw-admin', ['gc', 'process', '--include-all'], { env });
}

function results(title: string, times: ReadonlyMap<Contestant, readonly number[]>): string {
  const aws = [...times].find(([{ name }]) => name.startsWith(reference));
  const other = aws === undefined ? NaN : median(aws[1]);
  return table(
    [title, 'min s', 'median s', 'max s', `times ${reference}`],
    [...times].map(([{ name }, seconds]) => [
      name,
      ...[Math.min(...seconds), median(seconds), Math.max(...seconds)].map((s) => s.toFixed(2)),
      round(other / median(seconds)),
    ]),
  );
}

async function setting(): Promise<string> {
  const ceph = (await outputOf('radosgw', ['--version'])).toString().split(' ').slice(0, 3);
  const [cpu] = cpus();
  return (
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${ceph.join(' ')} on the same machine, ${runs} alternating runs, each in its own process`
  );
}

/** Writes an incompressible file into a folder of its own load. */
function randomPdf(load: string, name: string, bytes: number): string {
  const path = join(folder, load, name);
  mkdirSync(join(folder, load), { recursive: true });
  writeFileSync(path, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]));
  return path;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function positive(text: string, label: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value > 0))
    throw new Error(`${label} is ${text}; it must be a whole number above 0.`);
  return value;
}
