import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { trees } from './documents/debian-doc.js';
import { heavyDocument, longDocuments, onePageDocuments } from './documents/documents.js';
import { contest, targetOf } from './measure/contest.js';
import { median } from './measure/statistics.js';
import { round, table } from './measure/table.js';
import type { BenchOptions } from './options.js';
import { electron } from './runtime.js';
import { type Line, expertLoop, printDesk } from './side-by-side.js';

/** One goal of the project and its result. */
export interface Goal {
  readonly name: string;
  readonly goal: string;
  readonly measured: string;
  readonly isMet: boolean;
  /** The underlying figures. */
  readonly from: string;
}

/** Rates relative to other contestants' on the same documents, from the same run. */
const rateGoals: readonly (readonly [documents: string, contestant: string, goal: number])[] = [
  ...Object.keys(trees).map((tree) => [tree, expertLoop, 1.3] as const),
  ['script, font and pictures', expertLoop, 1.3],
  ['one page as text', expertLoop, 1],
  ['script as text', expertLoop, 0.9],
  ['one page', 'raw limit', 0.85],
  ['ten pages, pictures', 'raw limit', 0.85],
];

/** Returns the results of the goals about rates. */
export function throughputGoals(lines: readonly Line[]): readonly Goal[] {
  return rateGoals.flatMap(([documents, contestant, goal]) => {
    const rate = (name: string) =>
      lines.find((line) => line.documents === documents && line.contestant === name)?.perSecond;
    const [platen, other] = [rate('Platen'), rate(contestant)];
    if (platen === undefined || other === undefined) return [];
    const from = `${round(platen)} and ${round(other)} documents a second`;
    return [atLeast(`${documents}, against ${contestant}`, goal, platen / other, from)];
  });
}

/** What the print desk adds to a long document, relative to the same document without. */
export function printDeskGoals(lines: readonly Line[]): readonly Goal[] {
  const lineOf = (name: string) =>
    lines.find((line) => line.documents === 'a thousand pages' && line.contestant === name);
  const [plain, added] = [lineOf('Platen'), lineOf(printDesk)];
  if (plain === undefined || added === undefined) return [];
  const seconds = [plain, added].map(({ perSecond }) => 1 / perSecond) as [number, number];
  const memory = [plain, added].map(({ peakMemory }) => (peakMemory ?? NaN) / 2 ** 20) as [
    number,
    number,
  ];
  const goal = (what: string, [before, after]: readonly [number, number], unit: string) =>
    atMost(
      `headers, contents and bookmarks of 1,000 pages: ${what}`,
      1.5,
      after / before,
      `${round(after)} and ${round(before)} ${unit}`,
    );
  return [goal('time', seconds, 's'), goal('memory of all processes', memory, 'MB')];
}

/** Latency of warm documents, from the request to the file on disk, relative to printing only. */
export async function latencyGoal({ folder, scale }: BenchOptions): Promise<Goal> {
  const sources = onePageDocuments(join(folder, 'warm'), Math.max(10, Math.round(100 * scale)));
  const run = { sources, folder: join(folder, 'out', 'warm'), concurrency: 1, warmUp: 10 };
  const raw = median((await contest('raw-limit', run)).printMs ?? []);
  const platen = median((await contest('platen-engine', run)).latenciesMs);
  const from = `medians: ${round(platen)} ms, printing ${round(raw)} ms`;
  return atMost(
    'latency of one warm document, to the file, against printing alone',
    1.3,
    platen / raw,
    from,
  );
}

/** Memory of all processes after a thousand documents relative to after a hundred. */
export async function memoryGoal({ folder, scale, concurrency }: BenchOptions): Promise<Goal> {
  const [few, many] = [100, 1000].map((count) => Math.max(10, Math.round(count * scale))) as [
    number,
    number,
  ];
  const sources = onePageDocuments(join(folder, 'thousand'), many);
  const { memoryAfter } = await contest('platen-engine', {
    sources,
    folder: join(folder, 'out', 'thousand'),
    concurrency,
    warmUp: 0,
    memoryAt: [few, many],
  });
  const [before = NaN, after = NaN] = [memoryAfter.get(few), memoryAfter.get(many)];
  const from = `${round(before / 2 ** 20)} MB after ${few}, ${round(after / 2 ** 20)} MB after ${many} (proportional share)`;
  return atMost(
    'memory of all processes after 1,000 documents, against after 100',
    1.15,
    after / before,
    from,
  );
}

/** A document of a thousand pages, relative to printing only. */
export async function longDocumentGoal({ folder, scale }: BenchOptions): Promise<Goal> {
  const length = Math.max(50, Math.round(1000 * scale));
  const sources = longDocuments(join(folder, 'long'), 3, length);
  const run = { sources, folder: join(folder, 'out', 'long'), concurrency: 1, warmUp: 1 };
  const raw = median((await contest('raw-limit', run)).printMs ?? []);
  const platen = median((await contest('platen-engine', run)).latenciesMs);
  const from = `medians of 3, ${length} pages: ${round(platen)} ms, printing ${round(raw)} ms`;
  return atMost('a document of 1,000 pages, against printing alone', 1.05, platen / raw, from);
}

/**
 * The growth of this process's resident memory during one large PDF, relative to the PDF's size.
 */
export async function ownMemoryGoal({ folder, scale }: BenchOptions): Promise<Goal> {
  const source = heavyDocument(join(folder, 'heavy'), Math.max(10, Math.round(150 * scale)));
  const out = join(folder, 'out', 'heavy');
  const { ownMemory } = await contest('platen-engine', {
    sources: [source],
    folder: out,
    concurrency: 1,
    warmUp: 0,
  });
  const { size } = statSync(targetOf(source, 0, out));
  const growth = ownMemory.peak - ownMemory.before;
  const from = `a PDF of ${round(size / 2 ** 20)} MB; resident memory grew by ${round(growth / 2 ** 20)} MB`;
  return atMost(
    'peak memory of our own process, against the size of the PDF',
    3,
    growth / size,
    from,
  );
}

/** A folder as one `convert`, including startup, relative to one `chromium --headless` per file. */
export async function folderGoal({ folder, scale, concurrency }: BenchOptions): Promise<Goal> {
  const count = Math.max(20, Math.round(1000 * scale));
  const sources = onePageDocuments(join(folder, 'many'), count);
  const begin = performance.now();
  await runConvert(join(folder, 'many'), join(folder, 'out', 'many'), concurrency);
  const platen = count / ((performance.now() - begin) / 1000);
  const sample = sources.slice(0, Math.max(10, Math.round(40 * scale)));
  const { seconds } = await contest('commands', {
    sources: sample,
    folder: join(folder, 'out', 'many-chromium'),
    concurrency,
    warmUp: 0,
    variant: 'chromium --headless',
  });
  const chromium = sample.length / seconds;
  const from = `${round(platen)} a second for ${count} files, ${round(chromium)} a second for ${sample.length} of them, ${concurrency} at a time`;
  return atLeast(
    'a folder of 1,000 small files, against chromium --headless for each',
    8,
    platen / chromium,
    from,
  );
}

/** Formats the goals as Markdown. */
export function goalsTable(goals: readonly Goal[]): string {
  return table(
    ['what', 'goal', 'measured', 'met', 'from'],
    goals.map(({ name, goal, measured, isMet, from }) => [
      name,
      goal,
      measured,
      isMet ? 'yes' : 'no',
      from,
    ]),
  );
}

async function runConvert(source: string, target: string, concurrency: number): Promise<void> {
  const runner = join(process.env['PLATEN_BENCH_ROOT'] ?? '', 'tools', 'run.mjs');
  const args = [
    runner,
    'convert',
    source,
    '--quiet',
    '--out',
    target,
    '--concurrency',
    String(concurrency),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PLATEN_RUNTIME: electron === null ? 'chromium' : 'electron' },
  });
  const status = await new Promise((ended) => child.once('close', ended));
  if (status !== 0) throw new Error(`convert ended with ${String(status)}.`);
}

function atLeast(name: string, goal: number, ratio: number, from: string): Goal {
  return { name, goal: `at least ${goal}`, measured: round(ratio), isMet: ratio >= goal, from };
}

function atMost(name: string, goal: number, ratio: number, from: string): Goal {
  return { name, goal: `at most ${goal}`, measured: round(ratio), isMet: ratio <= goal, from };
}
