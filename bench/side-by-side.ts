import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { debianDocuments } from './documents/debian-doc.js';
import { illustratedDocuments, longDocuments, onePageDocuments } from './documents/documents.js';
import { checkPdfs } from './measure/check-pdfs.js';
import { type Measured, contest } from './measure/contest.js';
import { median, quantile } from './measure/statistics.js';
import { megabytes, round, table } from './measure/table.js';
import type { BenchOptions } from './options.js';

interface Contestant {
  readonly name: string;
  readonly bundle: string;
  readonly command?: string;
  /** Fraction of the documents: a slow contestant's rate shows after fewer. */
  readonly share: number;
}

const contestants: readonly Contestant[] = [
  { name: 'raw limit', bundle: 'raw-limit', share: 1 },
  { name: 'Platen', bundle: 'platen-engine', share: 1 },
  { name: 'playwright loop', bundle: 'playwright-loop', share: 0.5 },
  { name: 'chromium --headless', bundle: 'commands', command: 'chromium --headless', share: 0.1 },
  { name: 'wkhtmltopdf', bundle: 'commands', command: 'wkhtmltopdf', share: 0.1 },
  { name: 'weasyprint', bundle: 'commands', command: 'weasyprint', share: 0.1 },
];

interface Documents {
  readonly name: string;
  readonly sources: readonly string[];
}

/** One contestant's figures for one kind of document. */
export interface Line {
  readonly documents: string;
  readonly contestant: string;
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly peakMemory: number | null;
  readonly bytesPerDocument: number;
  readonly pages: readonly number[];
  readonly failures: readonly string[];
}

/** Runs every contestant on the same documents, one after another. */
export async function sideBySide(options: BenchOptions): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const documents of documentKinds(options)) {
    for (const contestant of contestants.filter(isInstalled)) {
      options.log(`${documents.name}: ${contestant.name}`);
      lines.push(await lineOf(documents, contestant, options));
    }
  }
  return lines;
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
      megabytes(line.peakMemory),
      round(line.bytesPerDocument / 1024),
      [...new Set(line.pages)].join(', '),
      String(line.failures.length),
    ]),
  );
}

function documentKinds({ folder, scale, log }: BenchOptions): readonly Documents[] {
  const many = (count: number) => Math.max(2, Math.round(count * scale));
  const debian = debianDocuments();
  if (!debian) log('no Debian -doc package with HTML is installed: it is left out');
  return [
    { name: 'one page', sources: onePageDocuments(join(folder, 'one'), many(300)) },
    { name: 'ten pages, pictures', sources: illustratedDocuments(join(folder, 'ten'), many(20)) },
    { name: 'a hundred pages', sources: longDocuments(join(folder, 'hundred'), many(10), 100) },
    ...(debian ? [{ name: debian.name, sources: debian.files.slice(0, many(100)) }] : []),
  ];
}

async function lineOf(
  { name, sources }: Documents,
  { name: contestant, bundle, command, share }: Contestant,
  { folder, concurrency }: BenchOptions,
): Promise<Line> {
  const own = sources.slice(0, Math.max(2, Math.round(sources.length * share)));
  const out = join(folder, 'out', name, contestant);
  const measured = await contest(bundle, {
    sources: own,
    folder: out,
    concurrency,
    warmUp: command === undefined ? concurrency * 4 : 0,
    ...(command !== undefined && { command }),
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

function figuresOf({ seconds, latenciesMs, peakMemory, failures }: Measured) {
  return {
    count: latenciesMs.length,
    perSecond: latenciesMs.length / seconds,
    p50Ms: median(latenciesMs),
    p95Ms: quantile(latenciesMs, 0.95),
    peakMemory,
    failures,
  };
}

function isInstalled({ command }: Contestant): boolean {
  if (command === undefined || command.startsWith('chromium')) return true;
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
