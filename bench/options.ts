import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

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
  readonly log: (line: string) => void;
}

export const help = `npm run bench -- [--only PART,…] [--concurrency N] [--scale X]

  --only PART,…      ${parts.join(', ')}; all of them if left out
  --concurrency N    documents at the same time; one more than there are cores if left out
  --scale X          0.1 makes a tenth of the documents, for a quick look
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
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  return {
    folder,
    parts: values.only === undefined ? parts : values.only.split(',').map(partNamed),
    concurrency: positive(values.concurrency ?? String(availableParallelism() + 1), 'concurrency'),
    scale: positive(values.scale ?? '1', 'scale'),
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
