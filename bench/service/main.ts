import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { onePageDocuments, scriptedDocuments } from '../documents/documents.js';
import { median } from '../measure/statistics.js';
import { round, table } from '../measure/table.js';
import { chooseBundled, describeRuntime, electron } from '../runtime.js';
import { rateOfConvert, rateOfServer, type ServerRate } from './rates.js';
import {
  type MeasuredServer,
  startPlaywrightServer,
  startService,
  startServiceWithAccounts,
} from './servers.js';

const rounds = positive(process.argv[2] ?? '3', 'The number of rounds');
const count = positive(process.argv[3] ?? '200', 'The number of documents');
const concurrency = availableParallelism() + 1;
/** One more than are converted at once, so that one always waits. */
const clients = concurrency + 1;
const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));

/** The servers, and the fraction of the documents that each converts. */
const servers = {
  "expert's loop behind Fastify": {
    share: 1,
    start: async () => startPlaywrightServer(concurrency),
  },
  service: { share: 1, start: async () => startService(concurrency) },
  'service with accounts': {
    share: 1,
    start: async () => startServiceWithAccounts(mkdtempSync(join(folder, 'service-')), concurrency),
  },
  'new contexts behind Fastify': { share: 0.25, start: async () => startPlaywrightServer(0) },
} satisfies Record<string, { share: number; start: () => Promise<MeasuredServer> }>;

type Name = keyof typeof servers | 'convert without startup';
type Kind = 'plain' | 'scripted';

/** One figure per round. */
const figures = new Map<`${Kind}: ${Name}`, ServerRate[]>();

const goals: readonly (readonly [Kind, Name, Name, number])[] = [
  ['plain', 'service', "expert's loop behind Fastify", 1],
  ['plain', 'service with accounts', "expert's loop behind Fastify", 1],
  ['scripted', 'service', "expert's loop behind Fastify", 0.9],
  ['plain', 'service with accounts', 'convert without startup', 0.9],
  ['plain', 'service with accounts', 'new contexts behind Fastify', 2],
];

try {
  if (electron !== null) await chooseBundled();
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}

/** Measures all in each round, so that other load on the machine affects all of them. */
async function measure(): Promise<void> {
  const documents = { all: join(folder, 'all'), one: join(folder, 'one') };
  const sources = {
    plain: onePageDocuments(documents.all, count),
    scripted: scriptedDocuments(join(folder, 'scripted'), count),
  };
  mkdirSync(documents.one);
  copyFileSync(sources.plain[0] ?? '', join(documents.one, 'one.html'));
  for (let turn = 0; turn < rounds; turn += 1) {
    const out = join(folder, 'out', String(turn));
    const perSecond = await rateOfConvert(documents, count, out, concurrency);
    record('plain', 'convert without startup', { perSecond, cpuMs: NaN, processes: NaN });
    for (const name of Object.keys(servers) as (keyof typeof servers)[]) {
      await measureServer(name, sources);
    }
  }
  process.stdout.write(`${[setting(), ratesTable(), goalsTable()].join('\n\n')}\n`);
}

async function measureServer(
  name: keyof typeof servers,
  sources: Readonly<Record<Kind, readonly string[]>>,
): Promise<void> {
  const { share, start } = servers[name];
  const server = await start();
  try {
    for (const kind of ['plain', 'scripted'] as const) {
      await rateOfServer(server, sources[kind].slice(0, 4 * concurrency), clients);
      const own = sources[kind].slice(0, Math.ceil(count * share));
      record(kind, name, await rateOfServer(server, own, clients));
    }
  } finally {
    await server.stop();
  }
}

function record(kind: Kind, name: Name, rate: ServerRate): void {
  const key = `${kind}: ${name}` as const;
  figures.set(key, [...(figures.get(key) ?? []), rate]);
  const load = round(loadavg()[0] ?? NaN);
  process.stderr.write(`bench: ${key}: ${round(rate.perSecond)} a second, load ${load}\n`);
}

function ratesTable(): string {
  const head = ['documents: made by', 'a second', 'CPU ms each', 'processes each'];
  const rows = [...figures].map(([key, rates]) => [
    key,
    round(median(rates.map(({ perSecond }) => perSecond))),
    round(median(rates.map(({ cpuMs }) => cpuMs))),
    round(median(rates.map(({ processes }) => processes))),
  ]);
  return table(head, rows);
}

function goalsTable(): string {
  const rows = goals.map(([kind, own, other, goal]) => {
    const others = figures.get(`${kind}: ${other}`) ?? [];
    const ratios = (figures.get(`${kind}: ${own}`) ?? []).map(
      ({ perSecond }, turn) => perSecond / (others[turn]?.perSecond ?? NaN),
    );
    const isMet = median(ratios) >= goal;
    const name = `${kind}: ${own} / ${other}`;
    return [name, ratios.map(round).join(', '), `at least ${goal}`, isMet ? 'yes' : 'no'];
  });
  return table(['compared', 'ratio of each round', 'goal', 'met'], rows);
}

function setting(): string {
  const [cpu] = cpus();
  return (
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${describeRuntime()}, ` +
    `${count} documents of each kind, ${rounds} rounds, ${concurrency} at a time, ${clients} clients, load average ${loadavg().map(round).join(' ')}`
  );
}

function positive(text: string, label: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`${label} is ${text}; it must be a whole number above 0.`);
}
