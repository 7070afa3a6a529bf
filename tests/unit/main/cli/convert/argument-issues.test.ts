import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkField } from '../../../../../electron/shared/request/request.js';
import { issuesIn } from '../support/parse-arguments.js';
import { textOf } from '../../../shared/request/support.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-arguments-'));

afterAll(() => rmSync(folder, { recursive: true }));

const issues = (...argv: string[]) => issuesIn(folder, argv);

function requestFile(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe('what is wrong', () => {
  it.each([
    [
      ['--colour', 'red'],
      '--colour',
      'The option "--colour" is not known; --help lists the options.',
    ],
    [['--margni=1cm'], '--margni', 'The option "--margni" is not known; the nearest is --margin.'],
    [['-x'], '-x', 'The option "-x" is not known; --help lists the options.'],
    [['--json=yes'], '--json', '--json takes no value; leave out "=yes".'],
    [['--format'], '--format', '--format has no value; write one after it.'],
    [['--format', '--json'], '--format', '--format has no value: --json after it is an option.'],
  ])('names the option in %j', (argv, field, message) => {
    expect(issues('a.html', ...argv)).toEqual([[field, message]]);
  });

  it.each([
    [['--pages', '-2'], 'pages', '-2'],
    [['--pages=-2'], 'pages', '-2'],
    [['--pages', '3-1'], 'pages', '3-1'],
    [['--pages='], 'pages', ''],
    [['--format', 'a7'], 'format', 'a7'],
    [['--format', '-1cmx2cm'], 'format', '-1cmx2cm'],
    [['--margin-top', '-1cm'], 'margin.top', '-1cm'],
    [['--filename', 'a b.pdf'], 'filename', 'a b.pdf'],
    [['--zoom', '-1'], 'zoom', -1],
    [['--zoom', '1e9'], 'zoom', 1e9],
    [['--zoom', 'NaN'], 'zoom', Number.NaN],
    [['--zoom', 'foo'], 'zoom', 'foo'],
    [['--timeout', '0'], 'timeoutSeconds', 0],
  ] as const)('gives %j the sentence of the request', (argv, field, value) => {
    expect(issues('a.html', ...argv)).toEqual([[field, textOf(checkField(field, value))]]);
  });

  it('suggests the kind that a wrong word of --fail-on most likely means', () => {
    expect(issues('a.html', '--fail-on', 'resources, consol')).toEqual([
      ['failOn', expect.stringContaining('"consol" is not a kind') as string],
    ]);
  });

  it('tells a wrong --margin once', () => {
    expect(issues('a.html', '--margin', '1')).toEqual([
      ['margin', 'Margin "1" has no unit. Add px, cm, mm or in, such as 1cm.'],
    ]);
  });

  it('tells margins without room, on the paper as it is turned', () => {
    expect(issues('a.html', '--margin', '11cm')).toHaveLength(1);
    expect(issues('a.html', '--margin-left', '25cm', '--landscape')).toEqual([]);
  });

  it.each([
    [
      ['--landscape', '--portrait', 'a'],
      'landscape',
      '--landscape and --portrait are both given; keep one of them.',
    ],
    [
      [],
      'source',
      'No source is given; name an HTML file, a folder, an address, or - for HTML on standard input.',
    ],
    [
      ['-', '-'],
      'source',
      'The source - is named more than once; standard input can be read only once.',
    ],
    [
      ['a', '--base', 'x'],
      'base',
      '--base is only for HTML from standard input (-); the links in a file or a page start where it lies.',
    ],
    [
      ['a', 'b', '--out', 'x.pdf'],
      'out',
      '--out "x.pdf" names one file, but 2 PDFs are to be made; name a folder in --out, or convert one source at a time.',
    ],
    [
      ['a', '--existing', 'overwritten'],
      'existing',
      '--existing is "overwritten"; it must be number, skip or overwrite. The nearest is overwrite.',
    ],
    [['a', '--existing='], 'existing', '--existing is ""; it must be number, skip or overwrite.'],
    [
      ['-', '--urls', '-'],
      'source',
      'The source - is named more than once; standard input can be read only once.',
    ],
    [
      ['a', 'b', '--filename', 'x.pdf'],
      'filename',
      'The file name "x.pdf" names one file, but 2 PDFs are to be made; put {name} or {n} into it, or leave it out.',
    ],
    [['a', '--out', ''], 'out', '--out is empty; name a file or a folder.'],
    [
      ['a', '--out', '-'],
      'out',
      '--out - is not known: standard output is for the paths of the results; name a file or a folder.',
    ],
    [
      ['a', '--concurrency', '0'],
      'concurrency',
      'The concurrency is the number 0; it must be a whole number from 1 to 32.',
    ],
    [
      ['a', '--concurrency', 'x'],
      'concurrency',
      'The concurrency is the text "x"; it must be a whole number from 1 to 32.',
    ],
  ] as const)('names the mistake in %j', (argv, field, message) => {
    expect(issues(...argv)).toEqual([[field, message]]);
  });

  it('tells all mistakes together: options, request file, fields, sources', () => {
    const path = requestFile('wrong.json', '{"source": "x", "disable_javascript": 1, "colour": 2}');
    const fields = issues(
      ...['--landscape', '--portrait', '--pages', '0', '--zoom', 'x', '--margin', '1pt'],
      ...['--request', path, '--timeout', '0', '--concurrency', '0', 'a', 'b', '--out', 'x.pdf'],
    ).map(([field]) => field);
    expect(fields.sort()).toEqual([
      'colour',
      'concurrency',
      'disable_javascript',
      'landscape',
      'margin',
      'out',
      'pages',
      'timeoutSeconds',
      'zoom',
    ]);
    expect(issues('a', '--colour', '--pages', '0').map(([field]) => field)).toEqual([
      '--colour',
      'pages',
    ]);
  });
});
