import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import {
  type Goal,
  folderGoal,
  goalsTable,
  latencyGoal,
  longDocumentGoal,
  memoryGoal,
  ownMemoryGoal,
  printDeskGoals,
  throughputGoals,
} from './goals.js';
import { type BenchOptions, type Part, help, readOptions } from './options.js';
import { chooseBundled, describeRuntime, electron } from './runtime.js';
import { type Line, sideBySide, sideBySideTable } from './side-by-side.js';

const goalParts: readonly (readonly [Part, (options: BenchOptions) => Promise<Goal>])[] = [
  ['latency', latencyGoal],
  ['memory', memoryGoal],
  ['long', longDocumentGoal],
  ['own-memory', ownMemoryGoal],
  ['folder', folderGoal],
];

/** They compare Platen with printing alone, which takes another Chromium on Electron. */
const onOneChromium: readonly Part[] = ['latency', 'long'];

const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
try {
  const options = readOptions(process.argv.slice(2), folder);
  if (options === 'help') process.stdout.write(help);
  else await run(options);
} finally {
  rmSync(folder, { recursive: true });
}

async function run(options: BenchOptions): Promise<void> {
  const begin = performance.now();
  if (options.isBundled) await chooseBundled();
  const stopLoops = startBusyLoops(options.isBusy ? 4 : 0);
  const { lines, goals } = await measure(options).finally(stopLoops);
  const minutes = (performance.now() - begin) / 60_000;
  process.stdout.write(`${[machine(options), tables(lines, goals)].join('\n\n')}\n`);
  options.log(`took ${minutes.toFixed(1)} min; figures in ${keep(options, lines, goals)}`);
}

async function measure(options: BenchOptions) {
  const lines = options.parts.includes('peers') ? await sideBySide(options) : [];
  const goals: Goal[] = [...throughputGoals(lines), ...printDeskGoals(lines)];
  for (const [part, measureGoal] of goalParts) {
    if (!options.parts.includes(part)) continue;
    if (electron !== null && onOneChromium.includes(part)) {
      options.log(`${part} is left out: it would compare Electron with another Chromium's print.`);
      continue;
    }
    options.log(part);
    goals.push(await measureGoal(options));
  }
  return { lines, goals };
}

/** Starts processes that only use the processor; returns a function that ends them. */
function startBusyLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill();
  };
}

function machine({ concurrency, scale, isBusy }: BenchOptions): string {
  const [cpu] = cpus();
  return (
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${describeRuntime()}, ${concurrency} at a time${scale === 1 ? '' : `, scale ${scale}`}${isBusy ? ', four busy loops' : ''}`
  );
}

function tables(lines: readonly Line[], goals: readonly Goal[]): string {
  return [
    ...(lines.length > 0 ? [sideBySideTable(lines)] : []),
    ...(goals.length > 0 ? [goalsTable(goals)] : []),
  ].join('\n\n');
}

/** Writes all figures as JSON and returns the file's path from the project's folder. */
function keep(options: BenchOptions, lines: readonly Line[], goals: readonly Goal[]): string {
  const root = process.env['PLATEN_BENCH_ROOT'] ?? '.';
  const results = join('bench', 'results');
  mkdirSync(join(root, results), { recursive: true });
  const path = join(results, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(
    join(root, path),
    JSON.stringify({ machine: machine(options), lines, goals }, null, 2),
  );
  return path;
}
