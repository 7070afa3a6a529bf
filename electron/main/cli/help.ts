import { sourceEndings } from '../engine/sources/source-kinds.js';
import { type CommandOption, convertOptions } from './option-table.js';

const lineWidth = 80;
const textColumn = 28;

const groups = ['Paper and content', 'Where it goes', 'The run'] as const;

/** The commands that exist, with a line on each. */
export const commands = {
  convert: 'Makes PDF from HTML, without a window.',
  serve: 'Answers POST /v1/pdf on this computer.',
} as const;

export type CommandName = keyof typeof commands;

/** The text of `convert --help`. */
export function convertHelp(): string {
  return [
    'Usage: platen convert SOURCE... [options]',
    '',
    ...wrap(
      `SOURCE is a file (${sourceEndings.join(', ')}), a folder that is walked for such files, an address, or - for HTML on standard input.`,
      0,
    ),
    ...groups.flatMap((group) => groupLines(group, convertOptions)),
    '',
    'Output',
    ...wrap(
      'The path of each PDF, or the address of each upload, goes to standard output, one a line; progress and errors go to standard error.',
      2,
    ),
    ...wrap(
      'A PDF that cannot be written or uploaded is kept, and the error says where. A signal stops the run with nothing half made.',
      2,
    ),
    '',
    'Buckets',
    ...wrap(
      'The target in the settings whose bucket and longest prefix match is used, else the AWS settings of this computer: AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 and the like, and profiles.',
      2,
    ),
    ...wrap(
      'The folders of a SOURCE are not kept in a bucket: what falls together by its name is numbered.',
      2,
    ),
    '',
    'Exit status',
    '  0  every PDF was made',
    '  1  something could not be made or uploaded; a webhook does not count',
    '  2  the request is wrong: an option, or a source that cannot be read',
    '  130, 143, 129  stopped by SIGINT (Ctrl+C), SIGTERM or SIGHUP',
    '',
    'Examples',
    '  platen convert invoice.html',
    '  platen convert manual --out pdf --format a5 --margin 1.5cm',
    '  platen convert manual --out pdf --existing skip --filename {n}-{title}.pdf',
    '  platen convert https://example.org/ --out page.pdf --landscape --pages 1-3',
    '  platen convert manual --to s3://papers/{date}/{name}.pdf --existing skip',
    "  echo '<h1>Hello</h1>' | platen convert - --out hello.pdf",
    '',
  ].join('\n');
}

/** The lines of all options that stand under a heading. */
export function groupLines(
  group: string,
  options: Readonly<Record<string, CommandOption>>,
): readonly string[] {
  const lines = Object.entries(options)
    .filter(([, option]) => option.group === group)
    .flatMap(([name, option]) => optionLines(name, option));
  return ['', group, ...lines];
}

function optionLines(name: string, option: CommandOption): readonly string[] {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.placeholder === undefined ? '' : ` ${option.placeholder}`;
  const head = `  ${short}--${name}${value}`;
  const [first = '', ...rest] = wrap(option.help, textColumn);
  if (head.length >= textColumn) return [head, first, ...rest];
  return [head.padEnd(textColumn) + first.trimStart(), ...rest];
}

/** Breaks a text into lines that start at a column and end before the line's width. */
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
