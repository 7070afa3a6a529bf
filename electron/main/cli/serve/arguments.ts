import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { privateHostIssue } from '../../../shared/private-hosts.js';
import {
  defaultTimeoutSeconds,
  numberFromText,
  numberInUnit,
  timeoutIssue,
} from '../../../shared/request/fields.js';
import {
  bucketDestinationIssue,
  hasDestinationPlaceholder,
} from '../../../shared/request/storage.js';
import { excerpt } from '../../../shared/request/text.js';
import { isLoopbackHost, parseBaseUrl } from '../../../shared/request/url.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { defaultKeepHours } from '../../../shared/service.js';
import type { BucketFolder } from '../../../shared/targets.js';
import { concurrencyOf } from '../../engine/concurrency.js';
import {
  type AccountLimits,
  type ListenAddress,
  type ServiceOptions,
  defaultAccountLimits,
  defaultOptions,
} from '../../service/contract/service-options.js';
import type { StorePlace } from '../../service/store/open-store.js';
import { commonRanges, isWholeNumber, parseOptions } from '../command-line.js';
import { resolveDatabase } from '../database-option.js';
import { type ServeOptions, serveOptions } from './options.js';

export type ServeArguments =
  { readonly action: 'help' | 'version' } | ({ readonly action: 'serve' } & ServeTask);

/** Where PDFs are stored: the full path of a folder, or a folder of a bucket. */
export type ResultsPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 'bucket' } & BucketFolder);

/** With full paths. */
export interface ServeTask {
  /** Where accounts are stored; null if the service has none. */
  readonly accounts: StorePlace | null;
  readonly options: Omit<ServiceOptions, 'tls' | 'metricsKey'>;
  /** The files of the certificate and its key. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Where PDFs are stored; the default folder if absent. */
  readonly results?: ResultsPlace;
  /** How much memory a page may use, in gigabytes; null: chosen for the machine. */
  readonly memoryLimit: number | null;
  /** Whether other machines may use the service even if pages run without a sandbox. */
  readonly allowsNoSandbox: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * @param argv what follows the name of the command
 * @param cwd folder that paths are relative to
 * @throws AppError `invalid-request` with all issues
 */
export function parseServeArguments(argv: readonly string[], cwd: string): ServeArguments {
  const options = parseOptions(argv, serveOptions);
  const { switches } = options;
  if (switches.has('help')) return { action: 'help' };
  if (switches.has('version')) return { action: 'version' };
  const parsed = resolveDatabase(options, cwd, { hasAccounts: !switches.has('no-auth') });
  const { values } = parsed;
  const numbers = readNumbers(parsed);
  const issues = [...argumentIssues(parsed), ...numbers.issues];
  if (issues.length > 0) throw invalidRequest(issues);
  const results = values.get('results');
  return {
    action: 'serve',
    memoryLimit: numbers.memoryLimit,
    accounts: accountsOf(parsed, cwd),
    options: {
      host: hostOf(parsed),
      behindProxy: switches.has('behind-proxy'),
      baseUrl: values.get('base-url')?.trim().replace(/\/+$/, '') ?? null,
      isOpen: switches.has('no-auth'),
      metricsListen: listenAddress(parsed.values.get('metrics-listen')),
      isStrict: switches.has('strict'),
      privateHosts: parsed.lists.get('allow-private') ?? [],
      stopSeconds: defaultOptions.stopSeconds,
      ...numbers.values,
      perAccount: hasAccounts(parsed) ? numbers.perAccount : null,
    },
    tls: tlsOf(parsed, cwd),
    ...(results !== undefined && { results: resultsPlace(results, cwd) }),
    allowsNoSandbox: switches.has('allow-no-sandbox'),
    json: switches.has('json'),
    quiet: switches.has('quiet'),
  };
}

function accountsOf({ values }: ServeOptions, cwd: string): StorePlace | null {
  const [folder, address] = [values.get('accounts'), values.get('database')];
  if (address !== undefined) return { kind: 'database', address };
  return folder === undefined ? null : { kind: 'folder', folder: resolve(cwd, folder) };
}

const bucketForm = /^s3:\/\/([^/]*)\/*(.*?)\/*$/s;

/** Anything but `s3://…` is a folder. */
function resultsPlace(text: string, cwd: string): ResultsPlace {
  const [, bucket, prefix] = bucketForm.exec(text) ?? [];
  return bucket === undefined || prefix === undefined
    ? { kind: 'folder', folder: resolve(cwd, text) }
    : { kind: 'bucket', bucket, prefix };
}

function resultsIssues(parsed: ServeOptions): readonly FieldIssue[] {
  const text = parsed.values.get('results') ?? '';
  const place = resultsPlace(text, '/');
  if (place.kind === 'folder') return [];
  const { bucket, prefix } = place;
  const example = `s3://${bucket}/${prefix === '' ? '' : `${prefix}/`}x.pdf`;
  const issues: Message[] = [];
  if (bucketDestinationIssue(example) !== null || hasDestinationPlaceholder(example)) {
    issues.push(message('serve.resultsBucket', { value: excerpt(text) }));
  }
  if (!hasAccounts(parsed)) issues.push(message('serve.bucketWithoutAccounts'));
  return issues.map((issue) => ({ field: 'results', message: issue }));
}

function hostOf({ values }: ServeOptions): string {
  return (values.get('host') ?? defaultOptions.host).replace(/^\[|\]$/g, '');
}

function tlsOf({ values }: ServeOptions, cwd: string): ServeTask['tls'] {
  const [cert, key] = [values.get('tls-cert'), values.get('tls-key')];
  if (cert === undefined || key === undefined) return null;
  return { cert: resolve(cwd, cert), key: resolve(cwd, key) };
}

function argumentIssues(parsed: ServeOptions): readonly FieldIssue[] {
  return [
    ...parsed.issues,
    ...parsed.positionals.map((word) => ({
      field: word,
      message: message('serve.unexpectedArgument', { argument: excerpt(word) }),
    })),
    ...accountIssues(parsed),
    ...resultsIssues(parsed),
    ...accountLimitIssues(parsed),
    ...(isLoopbackHost(hostOf(parsed)) ? proxyIssues(parsed) : exposureIssues(parsed)),
    ...tlsIssues(parsed),
    ...baseUrlIssues(parsed),
    ...privateHostIssues(parsed),
    ...metricsIssues(parsed),
  ];
}

function accountIssues({ values, switches }: ServeOptions): readonly FieldIssue[] {
  const [first, second] = (['accounts', 'database'] as const).filter((name) => values.has(name));
  const issues: FieldIssue[] = [];
  if (second !== undefined) {
    issues.push({ field: 'database', message: message('cli.accountsAndDatabase') });
  }
  if (values.has('database') && !values.has('results')) {
    issues.push({ field: 'results', message: message('serve.resultsRequired') });
  }
  if (first !== undefined && switches.has('no-auth')) {
    issues.push({ field: 'no-auth', message: message('serve.authConflict', { option: first }) });
  }
  return issues;
}

function accountLimitIssues(parsed: ServeOptions): readonly FieldIssue[] {
  if (hasAccounts(parsed)) return [];
  return (['rate', 'account-concurrency', 'unpaid-seconds'] as const)
    .filter((option) => parsed.values.has(option))
    .map((option) => ({
      field: option,
      message: message('serve.limitWithoutAccounts', { option }),
    }));
}

function proxyIssues(parsed: ServeOptions): readonly FieldIssue[] {
  if (!parsed.switches.has('behind-proxy') || hasAccounts(parsed)) return [];
  return [{ field: 'behind-proxy', message: message('serve.proxyWithoutAccounts') }];
}

/** Other machines need an account to use the service, and TLS to keep their keys secret. */
function exposureIssues(parsed: ServeOptions): readonly FieldIssue[] {
  const host = excerpt(hostOf(parsed));
  const isEncrypted = parsed.values.has('tls-cert') || parsed.switches.has('behind-proxy');
  return [
    ...(hasAccounts(parsed) ? [] : [message('serve.hostWithoutAccounts', { host })]),
    ...(isEncrypted ? [] : [message('serve.hostWithoutTls', { host })]),
  ].map((issue) => ({ field: 'host', message: issue }));
}

function hasAccounts({ values }: ServeOptions): boolean {
  return values.has('accounts') || values.has('database');
}

function tlsIssues({ values }: ServeOptions): readonly FieldIssue[] {
  const hasCert = values.has('tls-cert');
  if (hasCert === values.has('tls-key')) return [];
  const [option, missing] = hasCert ? ['tls-cert', 'tls-key'] : ['tls-key', 'tls-cert'];
  return [{ field: missing, message: message('serve.tlsFileMissing', { option, missing }) }];
}

function privateHostIssues({ lists }: ServeOptions): readonly FieldIssue[] {
  return (lists.get('allow-private') ?? []).flatMap((host) => {
    const issue = privateHostIssue(host);
    return issue === null ? [] : [{ field: 'allow-private', message: issue }];
  });
}

/** Reads `[HOST:]PORT`; null if it is neither. */
function listenAddress(text = ''): ListenAddress | null {
  const [, host, port] = /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) return null;
  return { host: (host ?? defaultOptions.host).replace(/^\[|\]$/g, ''), port: Number(port) };
}

function metricsIssues({ values }: ServeOptions): readonly FieldIssue[] {
  const text = values.get('metrics-listen');
  if (text === undefined || listenAddress(text) !== null) return [];
  const issue = message('serve.metricsListen', { value: excerpt(text) });
  return [{ field: 'metrics-listen', message: issue }];
}

function baseUrlIssues({ values }: ServeOptions): readonly FieldIssue[] {
  const base = values.get('base-url');
  const parsed = base === undefined ? null : parseBaseUrl(base, '--base-url');
  return parsed === null || parsed.ok ? [] : [{ field: 'base-url', message: parsed.message }];
}

const numberRules = {
  port: { default: defaultOptions.port, min: 0, max: 65_535 },
  keep: { default: defaultKeepHours, min: 1, max: 720 },
  'body-limit': { default: defaultOptions.bodyLimit / 1024 ** 2, min: 1, max: 1024 },
  concurrency: { default: concurrencyOf({ concurrency: null }), ...commonRanges.concurrency },
  'memory-limit': { default: null, ...commonRanges['memory-limit'] },
  queue: { default: defaultOptions.queue, min: 0, max: 1_000_000 },
  rate: { default: defaultAccountLimits.rate, min: 1, max: 1_000_000 },
  'account-concurrency': { default: null, ...commonRanges.concurrency },
  'unpaid-seconds': { default: defaultAccountLimits.unpaidSeconds, min: 1, max: 1_000_000 },
} as const;

function readNumbers({ values }: ServeOptions) {
  const issues: FieldIssue[] = [];
  const read = <Option extends keyof typeof numberRules>(
    option: Option,
  ): number | (typeof numberRules)[Option]['default'] => {
    const rule = numberRules[option];
    const text = values.get(option);
    if (text === undefined) return rule.default;
    const number = numberFromText(text);
    if (isWholeNumber(number, rule)) return number;
    // Formatted without grouping, because ports are written so.
    const range = { min: String(rule.min), max: String(rule.max) };
    const issue = message('serve.numberRange', { option, value: excerpt(text), ...range });
    issues.push({ field: option, message: issue });
    return rule.default;
  };
  const concurrency = read('concurrency');
  const perAccount: AccountLimits = {
    // One page stays free for others, where there is more than one.
    concurrency: read('account-concurrency') ?? Math.max(1, concurrency - 1),
    rate: read('rate'),
    unpaidSeconds: read('unpaid-seconds'),
  };
  const timeout = numberInUnit(values.get('timeout') ?? String(defaultTimeoutSeconds), 'seconds');
  const issue = timeoutIssue(timeout);
  if (issue !== null) issues.push({ field: 'timeout', message: issue });
  return {
    values: {
      port: read('port'),
      keepHours: read('keep'),
      bodyLimit: read('body-limit') * 1024 ** 2,
      concurrency,
      queue: read('queue'),
      timeoutSeconds: Number(timeout),
    },
    perAccount,
    memoryLimit: read('memory-limit'),
    issues,
  };
}
