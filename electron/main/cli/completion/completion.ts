import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { excerpt } from '../../../shared/request/text.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import type { CommandOption, OptionTable } from '../command-line.js';
import { bucketOptions, bucketPage, bucketVerbs } from '../bucket/arguments.js';
import { convertOptions, convertPage } from '../convert/options.js';
import type { HelpPage } from '../help.js';
import { keysOptions, keysPage, keysVerbs } from '../keys/arguments.js';
import { manPage, synopsis } from './man-page.js';
import { outboxOptions, outboxPage, outboxVerbs } from '../outbox/arguments.js';
import { serveOptions, servePage } from '../serve/options.js';

/** The commands with options, one of them with two words, and what completions say about them. */
const commands = {
  convert: { options: convertOptions, help: 'Converts HTML files, folders and URLs to PDF' },
  serve: { options: serveOptions, help: 'Runs the API as a local service', words: ['keys'] },
  'serve keys': { options: keysOptions, help: null, words: keysVerbs },
  outbox: {
    options: outboxOptions,
    help: 'Lists, resends or deletes PDFs that could not be uploaded',
    words: outboxVerbs,
  },
  bucket: {
    options: bucketOptions,
    help: 'Lists buckets, and folders in them',
    words: bucketVerbs,
  },
} as const satisfies Record<string, CompletedCommand>;

const completionHelp = 'Prints a completion script or the manual page';

interface CompletedCommand {
  readonly options: OptionTable;
  /** Null for a command of a command. */
  readonly help: string | null;
  /** What follows the name of the command; absent: files. */
  readonly words?: readonly string[];
}

type CommandName = keyof typeof commands;
const names = Object.keys(commands) as readonly CommandName[];

/** The commands of one word, with their help. */
const firstNames = names.flatMap((name) => {
  const { help }: CompletedCommand = commands[name];
  return help === null ? [] : [[name, help] as const];
});

const firstWords = names.flatMap((name) => {
  const { words = [] }: CompletedCommand = commands[name];
  return words.length > 0 ? [[name, words] as const] : [];
});

/** What `completion` prints, by its argument. All of it comes from the tables of the options. */
export const generators = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  man: () => manPage(pages()),
} as const;

function pages(): readonly HelpPage[] {
  return [convertPage(), servePage(), keysPage(), outboxPage(), bucketPage()];
}

/** Prints the forms of the command line. */
export function runHelp({ stdout }: CommandIo): ExitStatus {
  const lines = synopsis(pages()).map((line) => `  ${line}`);
  stdout.write(`${englishText(message('cli.usage', { lines: lines.join('\n') }))}\n`);
  return exitStatus.success;
}

/** Prints a completion script or the manual page. Never throws. */
export function runCompletion(args: readonly string[], io: CommandIo): ExitStatus {
  const [kind = '', ...rest] = args;
  if (kind === '--help' || kind === '-h') {
    io.stdout.write(
      `Usage: platen completion bash | zsh | fish | man\n\nPrints a completion script for a shell, or the manual page.\n`,
    );
    return exitStatus.success;
  }
  if (rest.length > 0 || !isGenerator(kind)) {
    const kinds = { or: Object.keys(generators) };
    const issue = message('completion.unknown', { value: excerpt(args.join(' ')), kinds });
    return reportError(invalidRequest([fieldIssue('completion', issue)]), io);
  }
  io.stdout.write(generators[kind]());
  return exitStatus.success;
}

function isGenerator(kind: string): kind is keyof typeof generators {
  return Object.hasOwn(generators, kind);
}

function lastWord(name: CommandName): string {
  return name.split(' ').at(-1) ?? name;
}

type Entry = readonly [name: string, option: CommandOption];

function entriesOf(name: CommandName): readonly Entry[] {
  return Object.entries(commands[name].options);
}

/** The first sentence of its help. */
function summaryOf({ help }: CommandOption): string {
  return /^.*?[^.](?=\.(\s|$)|$)/.exec(help)?.[0] ?? '';
}

/**
 * Without a result, `-o default` completes file names. Options are sorted, one per line, so that
 * branches that add some rarely conflict.
 */
function bashCompletion(): string {
  const flags = ([name, { short }]: Entry) => `          --${name}${short ? ` -${short}` : ''}`;
  const values = names.flatMap((command) =>
    entriesOf(command).flatMap(([name, { values: choices }]) =>
      choices ? [`    '${command}:--${name}') words='${choices.join(' ')}' ;;`] : [],
    ),
  );
  const options = names.flatMap((command) => [
    `      '${command}')`,
    "        words='",
    ...entriesOf(command).map(flags).sort(),
    "        ' ;;",
  ]);
  return `# bash completion of platen
_platen() {
  local current=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  [[ $COMP_CWORD -lt 3 || "$command \${COMP_WORDS[2]}" != 'serve keys' ]] || command='serve keys'
  case $command:\${COMP_WORDS[COMP_CWORD - 1]} in
${values.sort().join('\n')}
${firstWords.map(([name, words]) => `    '${name}:${lastWord(name)}') words='${words.join(' ')}' ;;`).join('\n')}
    completion:completion) words='${Object.keys(generators).join(' ')}' ;;
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='${[...firstNames.map(([name]) => name), 'completion'].join(' ')}'
  elif [[ $current == -* ]]; then
    case $command in
${options.join('\n')}
    esac
  fi
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platen platen
`;
}

function zshCompletion(): string {
  const list = [
    ...firstNames.map(([name, help]) => `    '${name}:${zshText(help)}'`),
    `    'completion:${zshText(completionHelp)}'`,
  ];
  const cases = names.flatMap((name) => [
    `    '${name}')`,
    '      _arguments -s \\',
    ...entriesOf(name).map((entry) => `        ${zshOption(entry)} \\`),
    `        ${zshWords(name)}`,
    '      ;;',
  ]);
  return `#compdef platen
_platen() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _files
    return
  fi
  shift words
  (( CURRENT-- ))
  local command=$words[1]
  if (( CURRENT > 2 )) && [[ "$words[1] $words[2]" == 'serve keys' ]]; then
    command='serve keys'
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${cases.join('\n')}
    completion)
      _arguments '1:kind:(${Object.keys(generators).join(' ')})'
      ;;
  esac
}
# Sourced, it registers itself; autoloaded from a folder of $fpath, it completes.
if [[ $funcstack[1] == _platen ]]; then
  _platen "$@"
else
  compdef _platen platen
fi
`;
}

function zshWords(name: CommandName): string {
  const words = firstWords.find(([command]) => command === name)?.[1];
  return words === undefined ? "'*:source:_files'" : `'1:command:(${words.join(' ')})'`;
}

function zshOption([name, option]: Entry): string {
  const { type, multiple, short, values, placeholder = '' } = option;
  const repeat = multiple ? '*' : '';
  const help = `[${zshText(summaryOf(option))}]`;
  if (type === 'boolean') {
    const both = `{-${short ?? ''},--${name}}`;
    return short ? `'(-${short} --${name})'${both}'${help}'` : `'${repeat}--${name}${help}'`;
  }
  const action = values ? `(${values.join(' ')})` : zshAction(placeholder);
  return `'${repeat}--${name}=${help}:${zshText(placeholder)}:${action}'`;
}

function zshAction(placeholder: string): string {
  if (placeholder.includes('FILE')) return '_files';
  return placeholder.includes('FOLDER') ? '_files -/' : ' ';
}

/** Escapes what ends a part of a specification, and the quotation mark around it. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");
}

function fishCompletion(): string {
  const first = "-n '__fish_is_first_token'";
  const lines = [
    ...firstNames.map(
      ([name, help]) => `complete -c platen ${first} -a ${name} -d '${fishText(help)}'`,
    ),
    `complete -c platen ${first} -a completion -d '${fishText(completionHelp)}'`,
    `complete -c platen -n '__fish_seen_subcommand_from completion' -f -a '${Object.keys(generators).join(' ')}'`,
    ...firstWords.map(
      ([name, words]) =>
        `complete -c platen -n '${fishCondition(name)}' -f -a '${words.join(' ')}'`,
    ),
    ...names.flatMap((name) => entriesOf(name).map((entry) => fishOption(name, entry))),
  ];
  return `# fish completion of platen\n${lines.join('\n')}\n`;
}

function fishOption(command: CommandName, [name, option]: Entry): string {
  const { type, short, values, placeholder = '' } = option;
  const isPath = /FILE|FOLDER/.test(placeholder);
  const value = type === 'boolean' ? '' : isPath ? ' -r' : ' -x';
  const choices = values ? ` -a '${values.join(' ')}'` : '';
  const letter = short ? ` -s ${short}` : '';
  const help = fishText(summaryOf(option));
  const where = `complete -c platen -n '${fishCondition(command)}'`;
  return `${where}${letter} -l ${name}${value}${choices} -d '${help}'`;
}

function fishCondition(name: CommandName): string {
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const inner = names.filter((other) => other.startsWith(`${name} `)).map(lastWord);
  const unseen = inner.map((word) => `not __fish_seen_subcommand_from ${word}`);
  return [...seen, ...unseen].join('; and ');
}

function fishText(text: string): string {
  return text.replace(/['\\]/g, '\\$&');
}
