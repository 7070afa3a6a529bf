import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { freshBucket, readObject } from '../../tests/support/bucket/bucket.js';
import { type Ceph, startCeph } from '../../tests/support/bucket/ceph.js';
import { curl, objectUrl } from '../../tests/support/bucket/curl.js';
import { outputOf } from '../../tests/support/run-program.js';
import { median } from '../measure/statistics.js';
import { round, table } from '../measure/table.js';
import { type Contestant, contestants, reference } from './contestants.js';

const runs = positive(process.argv[2] ?? '7', 'The number of runs');
const megabytes = positive(process.argv[3] ?? '200', 'The size in megabytes');
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
const ceph = await startCeph();
try {
  await measure();
} finally {
  await ceph.stop();
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<void> {
  const file = writeLargePdf(join(folder, 'large.pdf'));
  const bucket = await freshBucket(ceph);
  const all = contestants(ceph);
  const times = new Map<Contestant, number[]>(all.map((each) => [each, []]));
  // The first round warms up caches and is not counted.
  for (let run = -1; run < runs; run += 1) {
    for (const contestant of all) {
      const seconds = await timeOf(contestant, file, bucket);
      if (run >= 0) times.get(contestant)?.push(seconds);
      process.stderr.write(`bench: ${contestant.name}: ${seconds.toFixed(2)} s\n`);
    }
  }
  process.stdout.write(`${await setting()}\n\n${results(times)}\n`);
}

/**
 * Returns the wall time of the whole process in seconds. The uploaded object is compared byte by
 * byte.
 */
async function timeOf({ upload }: Contestant, file: string, bucket: string): Promise<number> {
  const key = 'large.pdf';
  const start = performance.now();
  await upload(file, bucket, key);
  const seconds = (performance.now() - start) / 1000;
  if (digest(await readObject(ceph, bucket, key)) !== digest(readFileSync(file))) {
    throw new Error('The object differs from the file.');
  }
  await removeObject(ceph, bucket, key);
  return seconds;
}

/** Deletes an object and frees its memory at once, which Ceph would do hours later. */
async function removeObject(from: Ceph, bucket: string, key: string): Promise<void> {
  await curl({ method: 'DELETE', url: objectUrl(from.endpoint, bucket, key), key: from.owner });
  const env = { ...process.env, CEPH_CONF: from.configurationFile };
  await outputOf('radosgw-admin', ['gc', 'process', '--include-all'], { env });
}

function results(times: ReadonlyMap<Contestant, readonly number[]>): string {
  const aws = [...times].find(([{ name }]) => name.startsWith(reference));
  const other = aws === undefined ? NaN : median(aws[1]);
  return table(
    ['upload', 'min s', 'median s', 'max s', 'MB a second', `times ${reference}`],
    [...times].map(([{ name }, seconds]) => [
      name,
      ...[Math.min(...seconds), median(seconds), Math.max(...seconds)].map((s) => s.toFixed(2)),
      round(megabytes / median(seconds)),
      round(other / median(seconds)),
    ]),
  );
}

async function setting(): Promise<string> {
  const ceph = (await outputOf('radosgw', ['--version'])).toString().split(' ').slice(0, 3);
  const [cpu] = cpus();
  return (
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${ceph.join(' ')} on the same machine, ${megabytes} MB, ${runs} alternating runs, each in its own process`
  );
}

/** Writes an incompressible file of that size. */
function writeLargePdf(path: string): string {
  const file = openSync(path, 'w');
  writeSync(file, Buffer.from('%PDF-1.7\n'));
  for (let written = 0; written < megabytes; written += 1) writeSync(file, randomBytes(1_000_000));
  closeSync(file);
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
