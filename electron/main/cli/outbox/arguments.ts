import type { FieldIssue } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { type ExistingPolicy, existingPolicies, isExistingPolicy } from '../../../shared/output.js';
import { excerpt } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import {
  type CommandOption,
  type ParsedOptions,
  commonOptions,
  parseOptions,
} from '../command-line.js';
import { existingIssues } from '../convert/output.js';
import { type HelpPage, wrap } from '../help.js';

const group = 'Options';
const { json, help } = commonOptions(group);

/** In the order of `--help`. */
export const outboxOptions = {
  existing: {
    type: 'string',
    placeholder: 'POLICY',
    values: existingPolicies,
    group,
    help: 'With resend: what to do if an object exists: number, skip or overwrite. Default: the choice of the failed run.',
  },
  all: { type: 'boolean', group, help: 'With clean: deletes all.' },
  json,
  help,
} as const satisfies Record<string, CommandOption>;

const verbs = {
  list: {
    usage: 'list',
    help: 'Lists the PDFs that convert could not deliver, with their destinations and errors.',
  },
  resend: {
    usage: 'resend [ID]... [--existing POLICY]',
    help: 'Uploads all of them, or those with these ids, and prints their URLs.',
  },
  clean: { usage: 'clean ID...|--all', help: 'Deletes these PDFs, or with --all every one.' },
} as const;

type Verb = keyof typeof verbs;

/** The words that may follow `outbox`. */
export const outboxVerbs = Object.keys(verbs);

export type OutboxTask =
  | { readonly verb: 'help' }
  | {
      readonly verb: Verb;
      /** The PDFs that it is about; none: all. */
      readonly ids: readonly string[];
      /** What to do if an object exists; absent: the choice of the failed run. */
      readonly existing?: ExistingPolicy | undefined;
      readonly json: boolean;
    };

export function outboxPage(): HelpPage {
  return {
    name: 'outbox',
    usage: 'Usage: platen outbox COMMAND',
    intro: Object.values(verbs).flatMap(({ usage, help: text }) => [
      `  platen outbox ${usage}`,
      ...wrap(text, 6),
    ]),
    options: outboxOptions,
    sections: [],
  };
}

type Parsed = ParsedOptions<keyof typeof outboxOptions>;

/** @throws AppError `invalid-request` with all issues */
export function parseOutboxArguments(argv: readonly string[]): OutboxTask {
  const parsed = parseOptions(argv, outboxOptions);
  if (parsed.switches.has('help')) return { verb: 'help' };
  const [verb = '', ...ids] = parsed.positionals;
  const issues = [...parsed.issues, ...issuesOf(verb, ids, parsed)];
  const written = parsed.values.get('existing');
  const existing = written !== undefined && isExistingPolicy(written) ? written : undefined;
  if (issues.length > 0 || !isVerb(verb)) throw invalidRequest(issues);
  return { verb, ids, existing, json: parsed.switches.has('json') };
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(verbs, word);
}

function issuesOf(verb: string, ids: readonly string[], parsed: Parsed): readonly FieldIssue[] {
  const { switches, values } = parsed;
  if (!isVerb(verb)) {
    const names = Object.keys(verbs);
    const issue =
      verb === ''
        ? message('outboxCommand.noVerb', { verbs: names })
        : message('outboxCommand.unknownVerb', { verb: excerpt(verb), verbs: names });
    return [{ field: 'outbox', message: issue }];
  }
  const issues: FieldIssue[] = [];
  const existing = values.get('existing');
  if (existing !== undefined && verb !== 'resend') {
    issues.push(onlyFor('existing', 'resend'));
  } else {
    issues.push(...existingIssues(existing));
  }
  if (switches.has('all') && verb !== 'clean') issues.push(onlyFor('all', 'clean'));
  if (verb === 'list' && ids.length > 0) {
    issues.push({ field: 'outbox', message: message('outboxCommand.listTakesNone') });
  }
  if (verb === 'clean' && ids.length > 0 === switches.has('all')) {
    issues.push({ field: 'outbox', message: message('outboxCommand.cleanNeeds') });
  }
  return issues;
}

function onlyFor(option: string, verb: Verb): FieldIssue {
  return { field: option, message: message('outboxCommand.onlyFor', { option, verb }) };
}
