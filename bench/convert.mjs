// Compares one `convert` of a one-page document as a whole process with Chromium's
// `--print-to-pdf`, in alternating runs on the same Chromium. Prints a table: `npm run
// bench:convert [-- RUNS]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../tools/launch/build.mjs';
import { answerHelp } from '../tools/answer-help.mjs';

answerHelp(`npm run bench:convert -- [RUNS]

Compares one \`convert\` of a one-page document as a whole process with Chromium's --print-to-pdf.

  RUNS                     alternating runs; 11 if left out
  PLATEN_CHROMIUM=/path    the Chromium of both
`);

const root = resolve(import.meta.dirname, '..');
const runs = Number(process.argv[2] ?? 11);
const source = join(root, 'examples', 'invoice.html');
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
const chromium = process.env['PLATEN_CHROMIUM'] ?? 'chromium';
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** @type {Record<string, string[]>} */
const commands = {
  'platen convert': [
    process.execPath,
    join(root, 'tools/run.mjs'),
    'convert',
    source,
    '--quiet',
    '--out',
    join(folder, 'platen.pdf'),
  ],
  'npm run convert': [
    'npm',
    'run',
    '--silent',
    'convert',
    '--',
    source,
    '--quiet',
    '--out',
    join(folder, 'npm.pdf'),
  ],
  'chromium --headless --print-to-pdf': [
    chromium,
    '--headless',
    ...asRoot,
    `--print-to-pdf=${join(folder, 'chromium.pdf')}`,
    pathToFileURL(source).href,
  ],
};

await buildIfStale(root);
/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = -1; run < runs; run += 1) {
  for (const [name, command] of Object.entries(commands)) {
    const time = timeOf(command);
    if (run >= 0) times[name]?.push(time);
  }
}
rmSync(folder, { recursive: true });

const reference = median(times['chromium --headless --print-to-pdf'] ?? []);
process.stdout.write(
  `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${runs} runs in turns\n\n| command | min s | median s | max s | ratio of medians |\n|---|---|---|---|---|\n`,
);
for (const [name, values] of Object.entries(times)) {
  const cells = [Math.min(...values), median(values), Math.max(...values)].map((s) => s.toFixed(2));
  const ratio = (median(values) / reference).toFixed(2);
  process.stdout.write(`| \`${name}\` | ${cells.join(' | ')} | ${ratio} |\n`);
}

/**
 * Runs a command and returns its wall time in seconds.
 * @param {string[]} command
 */
function timeOf([program = '', ...args]) {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return (performance.now() - start) / 1000;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
