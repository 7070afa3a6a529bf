import type { Message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import type { CommandOption, OptionTable } from './command-line.js';

const lineWidth = 80;
const textColumn = 28;

/** A section of `--help`: paragraphs, or preformatted lines, below a heading. */
interface HelpSection {
  readonly title: Message;
  readonly paragraphs?: readonly Message[];
  /** Terms with their meaning, such as exit statuses. */
  readonly terms?: readonly (readonly [term: string, meaning: Message])[];
  /** Commands. */
  readonly lines?: readonly string[];
}

/** The content of a command's `--help`, in order. */
export interface HelpPage {
  readonly usage: Message;
  /** Lines below the usage. */
  readonly intro: readonly string[];
  readonly options: OptionTable;
  readonly sections: readonly HelpSection[];
}

/** Renders a help page in English, at most 80 columns wide. */
export function helpText({ usage, intro, options, sections }: HelpPage): string {
  const lines = [
    ...englishText(usage).split('\n'),
    '',
    ...intro,
    ...optionLines(options),
    ...sections.flatMap(sectionLines),
    '',
  ];
  return lines.join('\n');
}

function optionLines(options: OptionTable): readonly string[] {
  const entries = Object.entries(options).map(
    ([name, option]) => [englishText(option.group), entryLines(name, option)] as const,
  );
  return [...new Set(entries.map(([group]) => group))].flatMap((title) => [
    '',
    title,
    ...entries.flatMap(([group, lines]) => (group === title ? lines : [])),
  ]);
}

function entryLines(name: string, option: CommandOption): readonly string[] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.placeholder === undefined ? '' : ` ${option.placeholder}`;
  const head = `  ${short}--${name}${value}`;
  const [first = '', ...rest] = wrap(englishText(option.help), textColumn);
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
    englishText(title),
    ...paragraphs.flatMap((paragraph) => wrap(englishText(paragraph), 2)),
    ...terms.map(([term, meaning]) => `  ${term}  ${englishText(meaning)}`),
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
