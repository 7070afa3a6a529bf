import type { CommandOption, OptionTable } from './command-line.js';

const lineWidth = 80;
const textColumn = 28;

/** A section of `--help`: paragraphs, or preformatted lines, below a heading. */
export interface HelpSection {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  /** Terms with their meaning, such as exit statuses. */
  readonly terms?: readonly (readonly [term: string, meaning: string])[];
  /** Commands. */
  readonly lines?: readonly string[];
}

/** The content of a command's `--help`, in order. */
export interface HelpPage {
  readonly name: string;
  readonly usage: string;
  /** Lines below the usage. */
  readonly intro: readonly string[];
  readonly options: OptionTable;
  readonly sections: readonly HelpSection[];
}

/** In English, at most 80 columns wide. */
export function helpText({ usage, intro, options, sections }: HelpPage): string {
  const lines = [
    ...usage.split('\n'),
    '',
    ...intro,
    ...optionLines(options),
    ...sections.flatMap(sectionLines),
    '',
  ];
  return lines.join('\n');
}

function optionLines(options: OptionTable): readonly string[] {
  return optionGroups(options).flatMap(({ title, entries }) => [
    '',
    title,
    ...entries.flatMap(([name, option]) => entryLines(name, option)),
  ]);
}

/** The options below one heading, in order. */
export interface OptionGroup {
  readonly title: string;
  readonly entries: readonly (readonly [name: string, option: CommandOption])[];
}

export function optionGroups(options: OptionTable): readonly OptionGroup[] {
  const entries = Object.entries(options);
  return [...new Set(entries.map(([, { group }]) => group))].map((title) => ({
    title,
    entries: entries.filter(([, { group }]) => group === title),
  }));
}

function entryLines(name: string, option: CommandOption): readonly string[] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.placeholder === undefined ? '' : ` ${option.placeholder}`;
  const head = `  ${short}--${name}${value}`;
  const [first = '', ...rest] = wrap(option.help, textColumn);
  if (head.length >= textColumn) return [head, first, ...rest];
  return [head.padEnd(textColumn) + first.trimStart(), ...rest];
}

function sectionLines({
  title,
  paragraphs = [],
  terms = [],
  lines = [],
}: HelpSection): readonly string[] {
  return [
    '',
    title,
    ...paragraphs.flatMap((paragraph) => wrap(paragraph, 2)),
    ...terms.map(([term, meaning]) => `  ${term}  ${meaning}`),
    ...lines.map((line) => `  ${line}`),
  ];
}

/** Breaks a text into lines from a column to the width of a line. */
export function wrap(text: string, column: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && column + line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((content) => ' '.repeat(column) + content);
}
