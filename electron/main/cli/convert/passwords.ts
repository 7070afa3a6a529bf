import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import type { Protection } from '../../../shared/request/protection.js';
import { quotePath } from '../../../shared/request/text.js';
import { type Parsed, invalid, valid } from '../../../shared/request/validation.js';
import { type PdfPasswords, passwordIssue } from '../../../shared/request/pdf-password.js';
import type { ConvertOptions } from './options.js';
import { readTextFile } from './text-file.js';

/** The passwords of the PDFs of a command line, in memory only. */
export interface CommandPasswords {
  /** Absent if none is wanted; empty where one cannot be read. */
  readonly passwords?: PdfPasswords;
  /** Which ones are wanted. */
  readonly protection?: Protection;
  readonly issues: readonly FieldIssue[];
}

/** A password: the option that names its file, and the variable that provides it otherwise. */
const sources = {
  open: { flag: 'open-password-file', variable: 'PLATEN_OPEN_PASSWORD' },
  owner: { flag: 'owner-password-file', variable: 'PLATEN_OWNER_PASSWORD' },
} as const;

/** Reads the passwords from their files or variables. A message never quotes one. */
export function readPasswords(parsed: ConvertOptions, cwd: string): CommandPasswords {
  const read = {
    open: readPassword('open', parsed, cwd),
    owner: readPassword('owner', parsed, cwd),
  };
  const texts = { open: textOf(read.open), owner: textOf(read.owner) };
  const issues = (['open', 'owner'] as const).flatMap((kind) => {
    const password = read[kind];
    const { flag, variable } = sources[kind];
    if (password === null || password.ok) return [];
    return [{ field: parsed.values.has(flag) ? flag : variable, message: password.message }];
  });
  if (texts.open !== '' && texts.open === texts.owner) {
    issues.push({ field: 'owner-password-file', message: message('protection.samePasswords') });
  }
  if (read.open === null && read.owner === null) return { issues };
  const protection = { open: read.open !== null, owner: read.owner !== null };
  return { passwords: texts, protection, issues };
}

function textOf(password: Parsed<string> | null): string {
  return password?.ok === true ? password.value : '';
}

/** Null if none is wanted. An empty one is an error: its source must have been meant. */
function readPassword(
  kind: keyof typeof sources,
  { values }: ConvertOptions,
  cwd: string,
): Parsed<string> | null {
  const { flag, variable } = sources[kind];
  const path = values.get(flag);
  const fromVariable = process.env[variable];
  if (path === undefined) {
    return fromVariable === undefined ? null : checked(fromVariable, literal(variable));
  }
  const text = readTextFile(path, cwd);
  if (!text.ok) return text;
  const [password = ''] = text.value.split(/\r\n|\n|\r/, 1);
  return checked(password, literal(quotePath(path)));
}

function checked(password: string, source: Message): Parsed<string> {
  if (password === '') return invalid(message('protection.passwordEmpty', { source }));
  const issue = passwordIssue(password);
  return issue === null ? valid(password) : invalid(issue);
}
