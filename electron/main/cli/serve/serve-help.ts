import { groupLines, wrap } from '../help.js';
import { serveGroups, serveOptions } from './serve-option-table.js';

/** The text of `serve --help`. */
export function serveHelp(): string {
  return [
    'Usage: platen serve [options]',
    '       platen serve keys --help',
    '',
    ...wrap(
      'Answers POST /v1/pdf with the engine of this computer. The running service explains itself at /docs.',
      0,
    ),
    ...serveGroups.flatMap((group) => groupLines(group, serveOptions)),
    '',
    'Output',
    ...wrap(
      'One line on standard output once it listens: its address, and without accounts the key of this run behind a space. The log goes to standard error, in JSON.',
      2,
    ),
    '',
    'Exit status',
    '  0  it was told to stop',
    '  1  it could not start, or failed',
    '  2  an option is wrong',
    '',
    'Examples',
    '  platen serve',
    '  curl -u KEY: -H "Accept: application/pdf" --json \'{"source":"<h1>Hello</h1>"}\' \\',
    '    http://127.0.0.1:8080/v1/pdf --output hello.pdf',
    '  platen serve keys add office --credits 1000 --accounts accounts',
    '  platen serve --accounts accounts --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
    '',
  ].join('\n');
}
