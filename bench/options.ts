import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { electron } from './runtime.js';

/** Parts that can be run separately. */
export const parts = ['peers', 'latency', 'memory', 'long', 'own-memory', 'folder'] as const;
export type Part = (typeof parts)[number];

export interface BenchOptions {
  /** A folder for the documents and PDFs of this run. */
  readonly folder: string;
  readonly parts: readonly Part[];
  /** Parallel conversions of every contestant. */
  readonly concurrency: number;
  /** 1 for a full run; less is faster and less accurate. */
  readonly scale: number;
  /** How often every contestant converts the documents, in turns; the median counts. */
  readonly rounds: number;
  /** Names of the contestants; null for all. */
  readonly tools: readonly string[] | null;
  /** A part of the names of the kinds of documents. */
  readonly documents: string;
  /** Whether four busy loops run beside. */
  readonly isBusy: boolean;
  /** Whether the Chromium of `@sparticuz/chromium` is used. */
  readonly isBundled: boolean;
  readonly log: (line: string) => void;
}

export const help = `npm run bench -- [--only PART,…] [--concurrency N] [--scale X] …

  --only PART,…      ${parts.join(', ')}; all of them if left out
  --concurrency N    documents at the same time; one more than there are cores if left out
  --scale X          0.1 makes a tenth of the documents, for a quick look
  --rounds N         how often, in turns; the median counts; 1 if left out
  --tools NAME,…     only these contestants: "Platen,expert's loop"
  --documents TEXT   only kinds of documents whose names contain it
  --busy             four busy loops run beside
  --bundled          with the Chromium of @sparticuz/chromium
  --electron         Platen on Electron, the installed one or else 33.2.1 from the npm registry, and
                     the others with the Chromium of @sparticuz/chromium
  PLATEN_CHROMIUM=/path npm run bench    with this Chromium
`;

/** @throws Error for invalid options */
export function readOptions(args: readonly string[], folder: string): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      concurrency: { type: 'string' },
      scale: { type: 'string' },
      rounds: { type: 'string' },
      tools: { type: 'string' },
      documents: { type: 'string' },
      busy: { type: 'boolean' },
      bundled: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  return {
    folder,
    parts: values.only === undefined ? parts : values.only.split(',').map(partNamed),
    concurrency: positive(values.concurrency ?? String(availableParallelism() + 1), 'concurrency'),
    scale: positive(values.scale ?? '1', 'scale'),
    rounds: positive(values.rounds ?? '1', 'rounds'),
    tools: values.tools?.split(',') ?? null,
    documents: values.documents ?? '',
    isBusy: values.busy === true,
    isBundled: values.bundled === true || electron !== null,
    log: (line) => void process.stderr.write(`bench: ${line}\n`),
  };
}

function partNamed(name: string): Part {
  const part = parts.find((each) => each === name);
  if (part === undefined)
    throw new Error(`--only ${name}: unknown part; the parts are ${parts.join(', ')}.`);
  return part;
}

function positive(text: string, name: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} is ${text}; it must be a number above 0.`);
  return value;
}
