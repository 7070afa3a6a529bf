import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/errors.js';
import { privateHostIssue } from '../../../shared/private-hosts.js';
import { isLoopbackHost, parseBaseUrl } from '../../../shared/request/url.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import {
  defaultTimeoutSeconds,
  numberFromText,
  timeoutIssue,
} from '../../../shared/request/fields.js';
import { quote } from '../../../shared/request/text.js';
import { concurrencyOf } from '../../engine/concurrency.js';
import { defaultKeepHours } from '../../../shared/service.js';
import type { ServiceOptions } from '../../service/service-options.js';
import { defaultOptions } from '../../service/service-options.js';
import { type WrittenOptions, sortOptions } from '../read-options.js';
import { type ServeOptionName, serveOptions } from './serve-option-table.js';
import { englishText } from '../../../shared/messages/translator.js';

/** Where accounts are kept: nowhere, in a folder, or in a database. */
export type AccountsPlace =
  | { readonly kind: 'none' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'database'; readonly address: string };

/** What a command line of `serve` asks for. */
export type ServeArguments =
  { readonly action: 'help' | 'version' } | ({ readonly action: 'serve' } & ServeTask);

export interface ServeTask {
  readonly accounts: AccountsPlace;
  /** What of the service's options stands on the command line; the files of TLS by their paths. */
  readonly options: Omit<ServiceOptions, 'tls' | 'results'>;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Absent: where it is usual. */
  readonly results?: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

type Written = WrittenOptions<ServeOptionName>;

/**
 * Reads the arguments of `serve`, those after the command's name.
 * @param cwd folder that paths are relative to
 * @throws AppError `invalid-request` with all mistakes together
 */
export function parseServeArguments(argv: readonly string[], cwd: string): ServeArguments {
  const written = sortOptions(argv, serveOptions);
  const { words, switches, values, issues: optionIssues } = written;
  if (switches.has('help')) return { action: 'help' };
  if (switches.has('version')) return { action: 'version' };
  const accounts = accountsOf(written, cwd);
  const numbers = readNumbers(written);
  const issues = [
    ...optionIssues,
    ...wordIssues(words),
    ...placeIssues(written),
    ...exposureIssues(written),
    ...addressIssues(written),
    ...privateHostIssues(written),
    ...numbers.issues,
  ];
  if (issues.length > 0) throw invalidRequest(issues);
  const [cert, key, results] = [
    values.get('tls-cert'),
    values.get('tls-key'),
    values.get('results'),
  ];
  return {
    action: 'serve',
    accounts,
    options: {
      host: hostOf(written),
      behindProxy: switches.has('behind-proxy'),
      baseUrl: values.get('base-url')?.trim().replace(/\/+$/, '') ?? null,
      isOpen: switches.has('no-auth'),
      privateHosts: written.lists.get('allow-private') ?? [],
      stopSeconds: defaultOptions.stopSeconds,
      ...numbers.values,
    },
    tls:
      cert !== undefined && key !== undefined
        ? { cert: resolve(cwd, cert), key: resolve(cwd, key) }
        : null,
    ...(results !== undefined && { results: resolve(cwd, results) }),
    json: switches.has('json'),
    quiet: switches.has('quiet'),
  };
}

function accountsOf({ values }: Written, cwd: string): AccountsPlace {
  const [folder, address] = [values.get('accounts'), values.get('database')];
  if (address !== undefined) return { kind: 'database', address };
  return folder === undefined ? { kind: 'none' } : { kind: 'folder', folder: resolve(cwd, folder) };
}

function hostOf({ values }: Written): string {
  return (values.get('host') ?? defaultOptions.host).replace(/^\[|\]$/g, '');
}

function wordIssues(words: readonly string[]): readonly FieldIssue[] {
  return words.map((word) => ({
    field: word,
    message: `Unexpected argument ${quote(word)}. Use options or "serve keys".`,
  }));
}

function placeIssues({ values, switches }: Written): readonly FieldIssue[] {
  const named = (['accounts', 'database'] as const).filter((name) => values.has(name));
  const issues: FieldIssue[] = [];
  if (named.length === 2) {
    const message = '--accounts and --database are two places for accounts; write one of them.';
    issues.push({ field: 'database', message });
  }
  const database = values.get('database');
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    const message =
      '--database is not the address of a PostgreSQL; write one such as postgres://platen@localhost/platen.';
    issues.push({ field: 'database', message });
  }
  if (database !== undefined && !values.has('results')) {
    const message =
      '--database is for several servers, which need one folder for PDFs that all can reach; write --results FOLDER.';
    issues.push({ field: 'results', message });
  }
  if (named.length > 0 && switches.has('no-auth')) {
    const message = `--no-auth takes requests without a key, and --${named[0] ?? ''} asks for one; leave one of them out.`;
    issues.push({ field: 'no-auth', message });
  }
  return issues;
}

/** Whoever is not on this computer needs an account, and nobody on the way may read a key. */
function exposureIssues(written: Written): readonly FieldIssue[] {
  const { values, switches } = written;
  const host = hostOf(written);
  const hasCert = values.has('tls-cert');
  const issues: FieldIssue[] = [];
  if (hasCert !== values.has('tls-key')) {
    const missing = hasCert ? 'tls-key' : 'tls-cert';
    const there = hasCert ? 'tls-cert' : 'tls-key';
    issues.push({
      field: missing,
      message: `--${there} needs --${missing} beside it.`,
    });
  }
  const hasAccounts = values.has('accounts') || values.has('database');
  if (isLoopbackHost(host)) {
    if (switches.has('behind-proxy') && !hasAccounts) {
      const message =
        '--behind-proxy lets other computers reach the service through the proxy; it needs accounts: --accounts FOLDER or --database URL.';
      issues.push({ field: 'behind-proxy', message });
    }
    return issues;
  }
  const where = `The address ${quote(host)} can be reached from other computers`;
  if (!hasAccounts) {
    const message = `${where}; it needs accounts: --accounts FOLDER or --database URL.`;
    issues.push({ field: 'host', message });
  }
  if (!hasCert && !switches.has('behind-proxy')) {
    const message = `${where}, and keys would go there unencrypted; add --tls-cert and --tls-key, or --behind-proxy if a proxy in front speaks TLS.`;
    issues.push({ field: 'host', message });
  }
  return issues;
}

function privateHostIssues({ lists }: Written): readonly FieldIssue[] {
  return (lists.get('allow-private') ?? []).flatMap((host) => {
    const message = privateHostIssue(host);
    return message === null ? [] : [{ field: 'allow-private', message }];
  });
}

function addressIssues({ values }: Written): readonly FieldIssue[] {
  const base = values.get('base-url');
  if (base === undefined) return [];
  const parsed = parseBaseUrl(base, '--base-url');
  return parsed.ok ? [] : [{ field: 'base-url', message: englishText(parsed.message) }];
}

const numberRules = {
  port: { usual: defaultOptions.port, least: 0, most: 65_535 },
  keep: { usual: defaultKeepHours, least: 1, most: 720 },
  'body-limit': { usual: defaultOptions.bodyLimit / 1024 ** 2, least: 1, most: 1024 },
  concurrency: { usual: concurrencyOf({ concurrency: null }), least: 1, most: 32 },
  queue: { usual: defaultOptions.queue, least: 0, most: 1_000_000 },
} as const;

function readNumbers({ values }: Written) {
  const issues: FieldIssue[] = [];
  const read = (name: keyof typeof numberRules): number => {
    const { usual, least, most } = numberRules[name];
    const text = values.get(name);
    if (text === undefined) return usual;
    const number = numberFromText(text);
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
      return number;
    const message = `--${name} is ${quote(text)}; it must be a whole number from ${least} to ${most}.`;
    issues.push({ field: name, message });
    return usual;
  };
  const timeout = numberFromText(values.get('timeout') ?? String(defaultTimeoutSeconds));
  const issue = timeoutIssue(timeout);
  if (issue !== null) issues.push({ field: 'timeout', message: englishText(issue) });
  return {
    values: {
      port: read('port'),
      keepHours: read('keep'),
      bodyLimit: read('body-limit') * 1024 ** 2,
      concurrency: read('concurrency'),
      queue: read('queue'),
      timeoutSeconds: Number(timeout),
    },
    issues,
  };
}
