import type { FieldIssue } from '../../../shared/errors.js';
import { type ExistingPolicy, isExistingPolicy } from '../../../shared/output.js';
import {
  type ConversionOptions,
  conversionOptionsSchema,
} from '../../../shared/request/request.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { numberFromText } from '../../../shared/request/fields.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { describeValue } from '../../../shared/request/text.js';
import { concurrencyOf } from '../../engine/concurrency.js';
import { destinationsOf } from './destination-options.js';
import { outputIssues, sourceIssues } from './argument-issues.js';
import { remoteIssues } from './remote-options.js';
import { readOptions } from '../read-options.js';
import { gatherRequest } from './request-options.js';

/**
 * What a command line of `convert` asks for: a text to print, or a conversion that is checked but
 * for its sources.
 */
export type ConvertArguments =
  | { readonly action: 'help' }
  | { readonly action: 'version' }
  | ({ readonly action: 'convert' } & ConvertTask);

/** A service as it is asked for. */
export interface RemoteOptionsGiven {
  /** What it is called in the settings. */
  readonly name: string;
  /** Whether it is asked for test mode, whatever the settings say. */
  readonly testMode: boolean;
}

export interface ConvertTask {
  /** The words that name sources, as written, for `resolveSources`; may be empty. */
  readonly sources: readonly string[];
  /** The source in the file of `--request`, if the command line names none. */
  readonly requestSource?: ConversionSource;
  /** The options of the request, from flags and the file of `--request`, with defaults. */
  readonly request: ConversionOptions;
  /** A file with an address on each line, or `-` for standard input. */
  readonly urls?: string;
  readonly out?: string;
  /**
   * Where in buckets each PDF goes, as the interface writes it (section 2.4); may hold
   * placeholders.
   */
  readonly destinations: readonly string[];
  readonly existing?: ExistingPolicy;
  readonly base?: string;
  readonly allowPrivateWebhook: boolean;
  /** The service that makes the PDFs; absent: this computer does. */
  readonly remote?: RemoteOptionsGiven;
  readonly json: boolean;
  readonly quiet: boolean;
  /** How many conversions run at the same time. */
  readonly concurrency: number;
}

const defaultConcurrency = concurrencyOf({ concurrency: null });
const maxConcurrency = 32;

/**
 * Reads the arguments of `convert`, those after the command's name.
 * @param cwd folder that the path in `--request` is relative to
 * @throws AppError `invalid-request` with all mistakes together: options, the request file, fields
 * of the request
 */
export function parseConvertArguments(argv: readonly string[], cwd: string): ConvertArguments {
  const written = readOptions(argv);
  const { words, values, switches } = written;
  if (switches.has('help') && asksForHelp(argv)) return { action: 'help' };
  if (switches.has('version')) return { action: 'version' };

  const gathered = gatherRequest(written, cwd);
  const concurrency = numberFromText(values.get('concurrency') ?? String(defaultConcurrency));
  const issues = [
    ...written.issues,
    ...gathered.issues,
    ...sourceIssues(written, gathered.source),
    ...outputIssues(written),
    ...remoteIssues(written, gathered),
    ...concurrencyIssues(concurrency),
  ];
  if (issues.length > 0) throw invalidRequest(issues);

  const [out, base, urls] = [values.get('out'), values.get('base'), values.get('urls')];
  const existing = values.get('existing');
  const { source } = gathered;
  const hasSource = words.length > 0 || urls !== undefined;
  const remote = values.get('remote');
  const asked = conversionOptionsSchema.parse(gathered.options);
  const request = remote === undefined ? storedHere(asked, values.has('filename')) : asked;
  return {
    action: 'convert',
    sources: words,
    ...(!hasSource && source?.ok && { requestSource: source.value }),
    request,
    ...(urls !== undefined && { urls }),
    ...(out !== undefined && { out }),
    destinations: [...storageDestination(request), ...destinationsOf(written).slice(1)],
    ...(existing !== undefined && isExistingPolicy(existing) && { existing }),
    ...(base !== undefined && { base }),
    ...(remote !== undefined && {
      remote: { name: remote, testMode: switches.has('test-mode') },
    }),
    allowPrivateWebhook: switches.has('allow-private-webhook'),
    json: switches.has('json'),
    quiet: switches.has('quiet'),
    concurrency: Number(concurrency),
  };
}

/**
 * The storage of the interface's service (section 2.4) is, here, this computer: the name that the
 * request gives the file in it is the PDF's.
 * @param isNamed whether the command line names it, which beats the request
 */
function storedHere(request: ConversionOptions, isNamed: boolean): ConversionOptions {
  const { storage } = request;
  if (isNamed || storage?.provider !== 'service' || storage.filename === undefined) return request;
  return { ...request, filename: storage.filename };
}

function storageDestination({ storage }: ConversionOptions): readonly string[] {
  return storage?.provider === 'object_store' ? [storage.bucketDestination] : [];
}

function concurrencyIssues(value: number | string): readonly FieldIssue[] {
  const isRight = typeof value === 'number' && Number.isInteger(value);
  if (isRight && value >= 1 && value <= maxConcurrency) return [];
  const message = `The concurrency is ${describeValue(value)}; it must be a whole number from 1 to ${maxConcurrency}.`;
  return [{ field: 'concurrency', message }];
}

/** A file name with a dash before it, such as -dash.html, is no -h. */
function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}
