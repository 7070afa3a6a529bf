import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { describeChromium } from '../../tools/electron-on-chromium/chromium/choice.js';
import { onePageDocuments } from '../documents/documents.js';
import { median } from '../measure/statistics.js';
import { round, table } from '../measure/table.js';
import { rateOfConvert, rateOfServer } from './rates.js';
import { startPlaywrightServer, startService } from './servers.js';

const rounds = positive(process.argv[2] ?? '3', 'The number of rounds');
const count = positive(process.argv[3] ?? '200', 'The number of documents');
const concurrency = availableParallelism() + 1;
/** One more than are converted at once, so that one always waits. */
const clients = concurrency + 1;
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}

/** Measures all in each round, so that other load on the machine affects all of them. */
async function measure(): Promise<void> {
  const documents = { all: join(folder, 'all'), one: join(folder, 'one') };
  const sources = onePageDocuments(documents.all, count);
  mkdirSync(documents.one);
  copyFileSync(sources[0] ?? '', join(documents.one, 'one.html'));
  const rates = { convert: [] as number[], service: [] as number[], playwright: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.convert.push(
      await rateOfConvert(documents, count, join(folder, 'out', String(round)), concurrency),
    );
    const service = await startService(join(folder, `service-${round}`), concurrency);
    const warmUp = sources.slice(0, 4 * concurrency);
    try {
      await rateOfServer(service, warmUp, clients);
      rates.service.push(await rateOfServer(service, sources, clients));
    } finally {
      await service.stop();
    }
    const server = await startPlaywrightServer();
    try {
      await rateOfServer(server, warmUp, clients);
      rates.playwright.push(await rateOfServer(server, sources.slice(0, count / 2), clients));
    } finally {
      await server.stop();
    }
    const figures = Object.entries(rates).map(([name, all]) => `${name} ${shown(all.at(-1))}`);
    process.stderr.write(`bench: ${figures.join(', ')} a second, load ${shown(loadavg()[0])}\n`);
  }
  process.stdout.write(`${setting()}\n\n${results(rates)}\n`);
}

function results(rates: Readonly<Record<string, readonly number[]>>): string {
  const rateOf = (name: string) => rates[name] ?? [];
  const ratios = (name: string) =>
    rateOf('service').map((rate, index) => rate / (rateOf(name)[index] ?? NaN));
  const line = (label: string, name: string, goal: number) => [
    label,
    round(median(rateOf('service'))),
    round(median(rateOf(name))),
    ratios(name).map(shown).join(', '),
    `at least ${goal}`,
    median(ratios(name)) >= goal ? 'yes' : 'no',
  ];
  return table(
    [
      'the service against',
      'service a second',
      'other a second',
      'ratio of each round',
      'goal',
      'met',
    ],
    [
      line('`convert` without its start', 'convert', 0.9),
      line('Playwright behind Fastify', 'playwright', 2),
    ],
  );
}

function setting(): string {
  const [cpu] = cpus();
  return (
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${describeChromium()}, ` +
    `${count} one-page documents, ${rounds} rounds, ${concurrency} at a time, ${clients} clients, load average ${loadavg().map(shown).join(' ')}`
  );
}

function shown(value = NaN): string {
  return value.toFixed(2);
}

function positive(text: string, label: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${label} is ${text}; it must be a whole number above 0.`);
}
