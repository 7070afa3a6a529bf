import { findingKinds } from '../../shared/preflight.js';
import { helpWithExample, optionHelp } from '../../shared/request/option-help.js';
import { englishText } from '../../shared/messages/translator.js';

/** One option of `convert`: how it is written, and its line in `--help`. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** Whether each of several counts, and not only the last one. */
  readonly multiple?: true;
  readonly short?: string;
  /** What stands for the value in `--help`. */
  readonly placeholder?: string;
  /** Under which heading of `--help` it stands. */
  readonly group: string;
  readonly help: string;
}

const {
  format,
  landscape,
  margin,
  pages,
  zoom,
  disableJavascript,
  filename,
  timeoutSeconds,
  failOn,
  base,
  uploads,
  webhook,
  gdpr,
  hipaa,
} = optionHelp;

const withExample = (option: Parameters<typeof helpWithExample>[0]) =>
  englishText(helpWithExample(option));

/** Every option of `convert`, in the order in which `--help` lists them. */
export const convertOptions = {
  format: {
    type: 'string',
    placeholder: 'SIZE',
    group: 'Paper and content',
    help: withExample(format),
  },
  landscape: { type: 'boolean', group: 'Paper and content', help: englishText(landscape.help) },
  portrait: { type: 'boolean', group: 'Paper and content', help: 'The opposite of --landscape.' },
  margin: {
    type: 'string',
    placeholder: 'LENGTH',
    group: 'Paper and content',
    help: withExample(margin),
  },
  'margin-top': marginSide('top'),
  'margin-right': marginSide('right'),
  'margin-bottom': marginSide('bottom'),
  'margin-left': marginSide('left'),
  pages: {
    type: 'string',
    placeholder: 'PAGES',
    group: 'Paper and content',
    help: withExample(pages),
  },
  zoom: {
    type: 'string',
    placeholder: 'FACTOR',
    group: 'Paper and content',
    help: withExample(zoom),
  },
  'no-javascript': {
    type: 'boolean',
    group: 'Paper and content',
    help: englishText(disableJavascript.help),
  },
  base: {
    type: 'string',
    placeholder: 'FOLDER|URL',
    group: 'Paper and content',
    help: `${englishText(base.help)} Only for HTML from standard input.`,
  },
  out: {
    type: 'string',
    placeholder: 'FILE|FOLDER',
    group: 'Where it goes',
    help: 'A name that ends in .pdf is the file, and replaces it; any other name is a folder, which keeps the tree of a folder given as SOURCE. Without it a PDF lies beside its source.',
  },
  filename: {
    type: 'string',
    placeholder: 'NAME.pdf',
    group: 'Where it goes',
    help: `${englishText(filename.help)} A file in --out beats it.`,
  },
  to: {
    type: 'string',
    multiple: true,
    placeholder: 's3://BUCKET/NAME.pdf',
    group: 'Where it goes',
    help: `${withExample(uploads)}. May be given several times. Without --out, nothing is written to this computer.`,
  },
  existing: {
    type: 'string',
    placeholder: 'POLICY',
    group: 'Where it goes',
    help: 'Where one of the name is there: number makes name-2.pdf, skip makes nothing, overwrite replaces it. Without it files are numbered, and an upload fails.',
  },
  webhook: {
    type: 'string',
    placeholder: 'URL',
    group: 'Where it goes',
    help: withExample(webhook),
  },
  remote: {
    type: 'string',
    placeholder: 'NAME',
    group: 'Where it goes',
    help: "Has the PDFs made by a service of the settings. --to, --webhook and the like are then the service's to carry out. PLATEN_REMOTE_KEY gives its key where the settings cannot.",
  },
  'test-mode': {
    type: 'boolean',
    group: 'Where it goes',
    help: 'Asks the service for PDFs that cost nothing and carry a watermark.',
  },
  'allow-private-webhook': {
    type: 'boolean',
    group: 'Where it goes',
    help: 'Lets the webhook be on this computer or in a private network.',
  },
  gdpr: { type: 'boolean', group: 'Where it goes', help: englishText(gdpr.help) },
  hipaa: { type: 'boolean', group: 'Where it goes', help: englishText(hipaa.help) },
  urls: {
    type: 'string',
    placeholder: 'FILE',
    group: 'The run',
    help: 'Takes an address from each line of a file, or of standard input (-), beside those given as SOURCE.',
  },
  request: {
    type: 'string',
    placeholder: 'FILE.json',
    group: 'The run',
    help: 'Takes the options, and the source if none is named, from a /v1/pdf request; options here beat it.',
  },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: 'The run',
    help: withExample(timeoutSeconds),
  },
  'fail-on': {
    type: 'string',
    placeholder: 'KINDS',
    group: 'The run',
    help: `${withExample(failOn)}; the kinds are ${findingKinds.join(', ')}.`,
  },
  concurrency: {
    type: 'string',
    placeholder: 'N',
    group: 'The run',
    help: 'How many pages are converted at the same time.',
  },
  json: { type: 'boolean', group: 'The run', help: 'Prints one JSON object for each result.' },
  quiet: { type: 'boolean', group: 'The run', help: 'Prints no progress; errors are still told.' },
  help: { type: 'boolean', short: 'h', group: 'The run', help: 'Prints this text.' },
  version: { type: 'boolean', group: 'The run', help: 'Prints the version.' },
} as const satisfies Record<string, CommandOption>;

export type ConvertOptionName = keyof typeof convertOptions;

function marginSide(side: string) {
  return {
    type: 'string',
    placeholder: 'LENGTH',
    group: 'Paper and content',
    help: `The ${side} margin alone; it beats --margin.`,
  } as const;
}
