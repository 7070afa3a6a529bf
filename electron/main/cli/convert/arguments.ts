import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { type ExistingPolicy, isExistingPolicy } from '../../../shared/output.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { numberFromText } from '../../../shared/request/fields.js';
import {
  type ConversionOptions,
  conversionOptionsSchema,
  mergingIssues,
} from '../../../shared/request/request.js';
import type { ObjectOption, ObjectSettings } from '../../../shared/object-settings.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { valueMessage } from '../../../shared/request/text.js';
import { type Parsed, invalidRequest } from '../../../shared/request/validation.js';
import { concurrencyOf } from '../../engine/concurrency.js';
import { commonRanges, isWholeNumber, parseOptions } from '../command-line.js';
import { type AccessOptions, AccessReader } from './access.js';
import { type ConvertOptions, type aclChoices, convertOptions } from './options.js';
import { destinationsOf, isAclChoice, outputIssues } from './output.js';
import { type FileFilter, filterIssues, filterOf } from './filters.js';
import { isInput, isStandardInput } from './input-streams.js';
import { type ObjectPart, readObjectOptions } from './object-options.js';
import { type RemoteOptions, remoteIssues } from './remote.js';
import { type CommandPasswords, readPasswords } from './passwords.js';
import { type CrawlTask, readCrawl } from './crawl.js';
import { readServerOptions } from './server-options.js';
import type { ServerOverrides } from '../../outbox/delivery.js';
import { type CommandRequest, commandRequest } from './request.js';
import { parseSplit, splitIssues } from './split.js';
import type { SplitRule } from '../../../shared/split.js';

export type ConvertArguments =
  { readonly action: 'help' | 'version' } | ({ readonly action: 'convert' } & ConvertTask);

/** A conversion that is valid except for its sources, which have not been read yet. */
export interface ConvertTask {
  /** The arguments that name sources, for `resolveSources`; may be empty. */
  readonly sources: readonly string[];
  /** The source in the file of `--request`, if the command line has none. */
  readonly requestSource?: SingleSource;
  /** With defaults. */
  readonly request: ConversionOptions;
  /** A file with a URL in each line, or `-` for standard input. */
  readonly urls?: string;
  /** A URL or a file that lists the URLs of a site. */
  readonly sitemap?: string;
  /** How linked pages are added to each source; absent: they are not. */
  readonly crawl?: CrawlTask;
  readonly out?: string;
  /** Destinations: of buckets as in the API (section 2.4), and of servers; with placeholders. */
  readonly destinations: readonly string[];
  /** The destination of the settings whose access uploads use, or `aws`. */
  readonly target?: string;
  /** The value of `--acl`. */
  readonly acl?: (typeof aclChoices)[number];
  /** What uploads request for their objects. */
  readonly object?: ObjectSettings;
  /** The options of the destination that uploads do not use. */
  readonly cleared?: readonly ObjectOption[];
  /** How uploads sign in to servers that are no destination in the settings. */
  readonly server?: ServerOverrides;
  /** How long the links to uploaded objects are valid. */
  readonly linkSeconds?: number;
  readonly existing?: ExistingPolicy;
  /** Whether all sources become one PDF. */
  readonly merge?: boolean;
  /** Where the PDF of each source is divided. */
  readonly split?: SplitRule;
  /** Whether a PDF that is not older than its source is left unchanged. */
  readonly newer?: boolean;
  /** Whether the run continues and converts what appears or changes. */
  readonly watch?: boolean;
  /** Which files of folders are converted. */
  readonly filter?: FileFilter;
  readonly base?: string;
  /** The values of `--allow`. */
  readonly allow?: readonly string[];
  readonly allowPrivateWebhook: boolean;
  /** Opens pages behind a login. */
  readonly access?: AccessOptions;
  readonly passwords?: CommandPasswords['passwords'];
  /** The service that converts; absent for the local engine. */
  readonly remote?: RemoteOptions;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly concurrency: number;
  /** How much memory a page may use, in gigabytes; absent: chosen for the machine. */
  readonly memoryLimit?: number;
}

const defaultConcurrency = concurrencyOf({ concurrency: null });

/**
 * @param argv what follows the name of the command
 * @param cwd folder that paths are relative to
 * @throws AppError `invalid-request` with all issues of the options and of the request file
 */
export function parseConvertArguments(argv: readonly string[], cwd: string): ConvertArguments {
  const parsed = parseOptions(argv, convertOptions);
  const { switches } = parsed;
  if (switches.has('help') && hasHelpOption(argv)) return { action: 'help' };
  if (switches.has('version')) return { action: 'version' };

  const passwords = readPasswords(parsed, cwd);
  const request = commandRequest(parsed, cwd, passwords);
  const { access, issues: accessIssues } = new AccessReader(parsed, cwd).read();
  const crawl = readCrawl(parsed);
  const objects = readObjectOptions(parsed);
  const servers = readServerOptions(parsed, cwd);
  const concurrency = readNumber(parsed, 'concurrency');
  const memoryLimit = readNumber(parsed, 'memory-limit');
  const issues = [
    ...parsed.issues,
    ...request.issues,
    ...sourceIssues(parsed, request.source, cwd),
    ...outputIssues(parsed),
    ...objects.issues,
    ...servers.issues,
    ...remoteIssues(parsed, request.options),
    ...accessIssues,
    ...passwords.issues,
    ...filterIssues(parsed),
    ...newerIssues(parsed),
    ...watchIssues(parsed),
    ...mergeIssues(parsed, request.options),
    ...crawl.issues,
    ...splitIssues(parsed, request.options),
    ...concurrency.issues,
    ...memoryLimit.issues,
  ];
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    action: 'convert',
    ...taskOf(parsed, request),
    ...(access && { access }),
    ...(passwords.passwords && { passwords: passwords.passwords }),
    ...(crawl.task && { crawl: crawl.task }),
    ...objects.task,
    ...(servers.server && { server: servers.server }),
    concurrency: concurrency.value ?? defaultConcurrency,
    ...(memoryLimit.value !== undefined && { memoryLimit: memoryLimit.value }),
  };
}

/** Creates the task of a command line without issues. */
function taskOf(
  parsed: ConvertOptions,
  { options, source }: CommandRequest,
): Omit<
  ConvertTask,
  'access' | 'passwords' | 'concurrency' | 'memoryLimit' | 'crawl' | 'server' | ObjectPart
> {
  const { positionals, values, switches } = parsed;
  const [out, base, urls] = [values.get('out'), values.get('base'), values.get('urls')];
  const sitemap = values.get('sitemap');
  const [existing, allow] = [values.get('existing'), parsed.lists.get('allow')];
  const hasSource = positionals.length > 0 || urls !== undefined || sitemap !== undefined;
  const [target, acl] = [values.get('target'), values.get('acl')];
  const name = values.get('remote');
  const splitText = values.get('split');
  const split = splitText === undefined ? undefined : parseSplit(splitText);
  const valid = conversionOptionsSchema.parse(options);
  const request = name === undefined ? savedLocally(valid, values.has('filename')) : valid;
  const optionDestinations = destinationsOf(parsed);
  const destinations =
    optionDestinations.length > 0 ? optionDestinations : storageDestination(request);
  return {
    sources: positionals,
    ...(!hasSource && source?.ok && { requestSource: source.value }),
    // With a target, all uploads are those of `destinations`.
    request: target === undefined ? request : { ...request, storage: undefined },
    ...(urls !== undefined && { urls }),
    ...(sitemap !== undefined && { sitemap }),
    ...(out !== undefined && { out }),
    destinations,
    ...(existing !== undefined && isExistingPolicy(existing) && { existing }),
    ...(target !== undefined && { target }),
    ...(acl !== undefined && isAclChoice(acl) && { acl }),
    ...(newerOption(parsed) !== null && { newer: true, existing: 'overwrite' }),
    ...(switches.has('watch') && { watch: true }),
    ...(switches.has('merge') && { merge: true }),
    ...(split?.ok && { split: split.rule }),
    ...(filterOptions.some((option) => isGiven(parsed, option)) && { filter: filterOf(parsed) }),
    ...(base !== undefined && { base }),
    ...(allow !== undefined && { allow }),
    ...(name !== undefined && { remote: { name, testMode: switches.has('test-mode') } }),
    allowPrivateWebhook: switches.has('allow-private-webhook'),
    json: switches.has('json'),
    quiet: switches.has('quiet'),
  };
}

/**
 * Without a service, PDFs for its storage (the API, section 2.4) are saved locally, with the file
 * name of the storage.
 * @param isNamed whether the command line has a file name, which overrides the request
 */
function savedLocally(request: ConversionOptions, isNamed: boolean): ConversionOptions {
  const { storage } = request;
  if (isNamed || storage?.provider !== 'service' || storage.filename === undefined) return request;
  return { ...request, filename: storage.filename };
}

function storageDestination({ storage }: ConversionOptions): readonly string[] {
  return storage?.provider === 'object_store' ? [storage.bucketDestination] : [];
}

function sourceIssues(
  parsed: ConvertOptions,
  fromFile: Parsed<SingleSource> | undefined,
  cwd: string,
): readonly FieldIssue[] {
  // The argument after an unknown option may be its value, so the sources are unknown.
  if (parsed.issues.length > 0) return [];
  const { positionals, values } = parsed;
  const read = [...positionals, ...[values.get('urls') ?? []].flat()];
  const messages = [
    ...(read.length === 0 && !values.has('sitemap') ? missingSource(fromFile) : []),
    ...(read.filter(isStandardInput).length > 1 ? [message('convert.inputTwice')] : []),
  ];
  return [
    ...messages.map((issue) => ({ field: 'source', message: issue })),
    ...baseIssues(parsed, fromFile, cwd),
  ];
}

function missingSource(fromFile: Parsed<SingleSource> | undefined): readonly Message[] {
  if (fromFile === undefined) return [message('convert.noSource')];
  return fromFile.ok ? [] : [fromFile.message];
}

function baseIssues(
  { positionals, values }: ConvertOptions,
  fromFile: Parsed<SingleSource> | undefined,
  cwd: string,
): readonly FieldIssue[] {
  const isHtmlFromFile = positionals.length === 0 && fromFile?.ok && fromFile.value.kind === 'html';
  if (!values.has('base') || isHtmlFromFile) return [];
  if (positionals.some((word) => isInput(word, cwd))) return [];
  return [{ field: 'base', message: message('convert.baseUnused') }];
}

const filterOptions = ['include', 'exclude', 'only'] as const;

function isGiven({ values, lists }: ConvertOptions, option: (typeof filterOptions)[number]) {
  return values.has(option) || lists.has(option);
}

/** The option that has PDFs compared with their sources; null without one. */
function newerOption({ switches }: ConvertOptions): 'watch' | 'newer' | null {
  if (switches.has('watch')) return 'watch';
  return switches.has('newer') ? 'newer' : null;
}

/** A PDF is compared with its source, so its path must be known before the conversion. */
function newerIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { values } = parsed;
  const field = newerOption(parsed);
  if (field === null) return [];
  const option = `--${field}`;
  const messages = [
    ...(values.has('existing') ? [message('convert.newerWithExisting', { option })] : []),
    ...(values.get('out') === '-' ? [message('convert.newerWithOutput', { option })] : []),
    ...(destinationsOf(parsed).length > 0 ? [message('convert.newerWithUploads', { option })] : []),
    ...(hasPlaceholder(values.get('filename') ?? '', 'title')
      ? [message('convert.newerWithTitle', { option })]
      : []),
  ];
  return messages.map((issue) => ({ field, message: issue }));
}

/** Only files change while they are watched. */
function watchIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { switches, values, positionals } = parsed;
  if (!switches.has('watch')) return [];
  const messages = [
    ...(switches.has('merge') ? [message('convert.watchWithMerge')] : []),
    ...(values.has('urls') ? [message('convert.watchWithUrls')] : []),
    ...(values.has('crawl') || values.has('sitemap') ? [message('convert.watchWithSites')] : []),
    ...(positionals.length === 0 && !values.has('urls') ? [message('convert.watchNothing')] : []),
    ...(hasPlaceholder(values.get('filename') ?? '', 'n')
      ? [message('convert.watchNumbered')]
      : []),
  ];
  return messages.map((issue) => ({ field: 'watch', message: issue }));
}

/** Whether there are enough sources is known once folders were searched. */
function mergeIssues(
  parsed: ConvertOptions,
  options: Readonly<Record<string, unknown>>,
): readonly FieldIssue[] {
  const { switches, values, positionals } = parsed;
  if (!switches.has('merge')) return [];
  const messages = [
    ...(values.has('remote') ? [message('convert.mergeRemotely')] : []),
    ...(hasPlaceholder(values.get('filename') ?? '', 'n') ||
    destinationsOf(parsed).some((each) => hasPlaceholder(each, 'n'))
      ? [message('convert.mergeNumbered')]
      : []),
    ...(positionals.length === 0 && !values.has('urls') && !values.has('sitemap')
      ? [message('convert.mergeTooFew', { count: 1 })]
      : []),
  ];
  return [
    ...messages.map((issue) => ({ field: 'merge', message: issue })),
    ...mergingIssues(options),
  ];
}

const numberMessages = {
  concurrency: 'convert.concurrency',
  'memory-limit': 'convert.memoryLimit',
} as const;

/** Undefined without the option. */
function readNumber({ values }: ConvertOptions, option: keyof typeof numberMessages) {
  const text = values.get(option);
  if (text === undefined) return { value: undefined, issues: [] };
  const value = numberFromText(text);
  const range = commonRanges[option];
  if (isWholeNumber(value, range)) return { value, issues: [] };
  const params = { max: range.max, value: valueMessage(value) };
  const issue = { field: option, message: message(numberMessages[option], params) };
  return { value: undefined, issues: [issue] };
}

/** A file name that starts with a dash, such as -dash.html, parses as -h. */
function hasHelpOption(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}
