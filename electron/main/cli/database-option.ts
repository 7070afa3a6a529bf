import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FieldIssue } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { excerpt, quotePath } from '../../shared/request/text.js';
import { readFailure } from '../util/disk-path.js';
import type { CommandOption, ParsedOptions } from './command-line.js';

/** The variable that provides the database's URL without an option, as in containers. */
const variable = 'PLATEN_DATABASE';

/** The options of a command that select where accounts are. */
type AccountOption = 'accounts' | 'database' | 'database-file';

/** A command has `--database` beside it. */
export function databaseFileOption(group: CommandOption['group']) {
  return {
    type: 'string',
    placeholder: 'FILE',
    group,
    help: 'File with the URL of --database in its first line, so that other users of the machine cannot see its password. Without both, the variable PLATEN_DATABASE provides it.',
  } as const satisfies CommandOption;
}

/**
 * Replaces the value of `--database` by the URL from wherever it is: the option itself, the first
 * line of the file of `--database-file`, or `PLATEN_DATABASE` if no option says where accounts are.
 * A URL with a password belongs in one of the latter two: other users of the machine can read the
 * arguments of its processes. Issues never quote the URL.
 * @param cwd folder that the file's path is relative to
 * @param options `hasAccounts`: whether the command uses accounts if no option says where they are
 */
export function resolveDatabase<Name extends string>(
  parsed: ParsedOptions<Name | AccountOption>,
  cwd: string,
  { hasAccounts }: { readonly hasAccounts: boolean },
): ParsedOptions<Name | AccountOption> {
  const { values } = parsed;
  if (values.has('database') && values.has('database-file')) {
    return withIssue(parsed, 'database-file', message('cli.databaseTwice'));
  }
  const url = values.get('database');
  if (url !== undefined) return checked(parsed, 'database', '--database', url);
  const path = values.get('database-file');
  if (path === undefined) return hasAccounts ? fromVariable(parsed) : parsed;
  try {
    const [line = ''] = readFileSync(resolve(cwd, path), 'utf8').split(/\r\n|\n|\r/, 1);
    return checked(parsed, 'database-file', quotePath(path), line.trim());
  } catch (error) {
    return withIssue(parsed, 'database-file', readFailure(path, error));
  }
}

function fromVariable<Name extends string>(
  parsed: ParsedOptions<Name | AccountOption>,
): ParsedOptions<Name | AccountOption> {
  const url = process.env[variable];
  const isDecided = parsed.values.has('accounts');
  return url === undefined || isDecided ? parsed : checked(parsed, variable, variable, url);
}

/** @param source what provides the URL, for the issue of an invalid one */
function checked<Name extends string>(
  parsed: ParsedOptions<Name | AccountOption>,
  field: string,
  source: string,
  url: string,
): ParsedOptions<Name | AccountOption> {
  const options = { ...parsed, values: new Map(parsed.values).set('database', url) };
  if (/^postgres(ql)?:\/\//.test(url)) return options;
  return withIssue(options, field, message('serve.notPostgres', { source: excerpt(source) }));
}

function withIssue<Options extends { readonly issues: readonly FieldIssue[] }>(
  parsed: Options,
  field: string,
  text: FieldIssue['message'],
): Options {
  return { ...parsed, issues: [...parsed.issues, { field, message: text }] };
}
