import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { treePages } from './documents/debian-doc.js';
import {
  illustratedDocuments,
  illustratedScriptedDocuments,
  longDocuments,
  onePageDocuments,
  scriptedDocuments,
} from './documents/documents.js';
import { checkPdfs } from './measure/check-pdfs.js';
import { type Measured, contest } from './measure/contest.js';
import { type CpuByKind, cpuSum } from './measure/process-tree.js';
import { median, quantile } from './measure/statistics.js';
import { megabytes, round, table } from './measure/table.js';
import type { BenchOptions } from './options.js';

interface Contestant {
  readonly name: string;
  readonly bundle: string;
  readonly variant?: string;
  /** Fraction of the documents: a slow contestant's rate shows after fewer. */
  readonly share: number;
  /** Whether it can convert text; all convert files. */
  readonly takesText: boolean;
  /** The only documents that it converts; absent: all. */
  readonly only?: string;
}

/** What an expert writes in twenty lines: one Chromium whose pages are reused. */
export const expertLoop = "expert's loop";

/** Platen with all that it adds to a document. */
export const printDesk = 'Platen with everything';

const contestants: readonly Contestant[] = [
  {
    name: expertLoop,
    bundle: 'playwright-loop',
    variant: 'kept pages',
    share: 1,
    takesText: true,
  },
  { name: 'Platen', bundle: 'platen-engine', share: 1, takesText: true },
  {
    name: printDesk,
    bundle: 'platen-engine',
    variant: 'print desk',
    share: 1,
    takesText: false,
    only: 'a thousand pages',
  },
  { name: 'raw limit', bundle: 'raw-limit', share: 1, takesText: true },
  { name: 'new contexts', bundle: 'playwright-loop', share: 0.25, takesText: true },
  ...['chromium --headless', 'wkhtmltopdf', 'weasyprint'].map((name) => {
    return { name, bundle: 'commands', variant: name, share: 0.1, takesText: false };
  }),
];

interface Documents {
  readonly name: string;
  readonly sources: readonly string[];
  readonly asText?: boolean;
}

/** One contestant's figures for one kind of document. */
export interface Line {
  readonly documents: string;
  readonly contestant: string;
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time in seconds, of all documents; empty if the system does not report it. */
  readonly cpu: CpuByKind;
  readonly processes: number;
  readonly peakMemory: number | null;
  readonly bytesPerDocument: number;
  readonly pages: readonly number[];
  readonly failures: readonly string[];
}

/**
 * Runs every contestant on the same documents, in turns.
 * @returns the run with the median rate of each
 */
export async function sideBySide(options: BenchOptions): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const documents of documentKinds(options)) {
    const own = contestants.filter((each) => takesPart(each, documents, options));
    const runs = new Map(own.map(({ name }) => [name, [] as Line[]]));
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const contestant of own) {
        options.log(`${documents.name}: ${contestant.name}`);
        runs.get(contestant.name)?.push(await lineOf(documents, contestant, options));
      }
    }
    lines.push(...[...runs.values()].flatMap(medianLine));
  }
  return lines;
}

function medianLine(runs: readonly Line[]): readonly Line[] {
  const sorted = runs.toSorted((one, other) => one.perSecond - other.perSecond);
  return sorted.slice(Math.floor(runs.length / 2)).slice(0, 1);
}

/** Formats the figures as Markdown, with rates relative to Platen's. */
export function sideBySideTable(lines: readonly Line[]): string {
  const platen = (documents: string) =>
    lines.find((line) => line.documents === documents && line.contestant === 'Platen')?.perSecond ??
    NaN;
  return table(
    [
      'documents',
      'made by',
      'number',
      'a second',
      'Platen is',
      'p50 ms',
      'p95 ms',
      'CPU ms each',
      'processes each',
      'peak MB',
      'KB each',
      'pages',
      'failed',
    ],
    lines.map((line) => [
      line.documents,
      line.contestant,
      String(line.count),
      round(line.perSecond),
      `${round(platen(line.documents) / line.perSecond)} ×`,
      round(line.p50Ms),
      round(line.p95Ms),
      round((cpuSum(line.cpu) / line.count) * 1000),
      round(line.processes / line.count),
      megabytes(line.peakMemory),
      round(line.bytesPerDocument / 1024),
      [...new Set(line.pages)].join(', '),
      String(line.failures.length),
    ]),
  );
}

function documentKinds({ folder, scale, documents }: BenchOptions): readonly Documents[] {
  const many = (count: number) => Math.max(2, Math.round(count * scale));
  const one = onePageDocuments(join(folder, 'one'), many(300));
  const scripted = scriptedDocuments(join(folder, 'scripted'), many(150));
  const illustrated = illustratedScriptedDocuments(join(folder, 'all'), many(100));
  const all: readonly Documents[] = [
    { name: 'postgresql-doc-15', sources: treePages('postgresql-doc-15', many(300)) },
    { name: 'python3-doc library', sources: treePages('python3-doc library', many(100)) },
    { name: 'script, font and pictures', sources: illustrated },
    { name: 'one page as text', sources: one, asText: true },
    { name: 'script as text', sources: scripted, asText: true },
    { name: 'one page', sources: one },
    { name: 'ten pages, pictures', sources: illustratedDocuments(join(folder, 'ten'), many(40)) },
    { name: 'a hundred pages', sources: longDocuments(join(folder, 'hundred'), many(10), 100) },
    { name: 'a thousand pages', sources: longDocuments(join(folder, 'thousand'), 2, 1000) },
  ];
  return all.filter(({ name, sources }) => sources.length > 0 && name.includes(documents));
}

async function lineOf(
  { name, sources, asText = false }: Documents,
  { name: contestant, bundle, variant, share }: Contestant,
  { folder, concurrency }: BenchOptions,
): Promise<Line> {
  const own = sources.slice(0, Math.max(2, Math.round(sources.length * share)));
  const out = join(folder, 'out', name, contestant);
  const measured = await contest(bundle, {
    sources: own,
    folder: out,
    concurrency,
    warmUp: bundle === 'commands' ? 0 : concurrency * 4,
    asText,
    ...(variant !== undefined && { variant }),
  });
  const { bytes, pages } = await checkPdfs(measured.failures.length === 0 ? own : [], out);
  return {
    ...figuresOf(measured),
    documents: name,
    contestant,
    bytesPerDocument: bytes / own.length,
    pages,
  };
}

function figuresOf(measured: Measured) {
  const { seconds, latenciesMs, cpu, processes, peakMemory, failures } = measured;
  return {
    count: latenciesMs.length,
    perSecond: latenciesMs.length / seconds,
    p50Ms: median(latenciesMs),
    p95Ms: quantile(latenciesMs, 0.95),
    cpu,
    processes,
    peakMemory,
    failures,
  };
}

function takesPart(
  { name, bundle, takesText, only }: Contestant,
  { name: documents, asText = false }: Documents,
  { tools }: BenchOptions,
): boolean {
  if (tools !== null && !tools.includes(name)) return false;
  if ((asText && !takesText) || (only ?? documents) !== documents) return false;
  if (bundle !== 'commands' || name.startsWith('chromium')) return true;
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;
}
