import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConvertTask,
  parseConvertArguments,
} from '../../../../electron/main/cli/arguments.js';
import { AppError } from '../../../../electron/shared/errors.js';
import { findingKinds } from '../../../../electron/shared/preflight.js';
import { checkField } from '../../../../electron/shared/request/conversion-request.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-arguments-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function task(...argv: string[]): ConvertTask {
  const parsed = parseConvertArguments(argv, folder);
  if (parsed.action !== 'convert') throw new Error(`The action is ${parsed.action}.`);
  return parsed;
}

function mistakes(...argv: string[]): (readonly [string, string])[] {
  try {
    parseConvertArguments(argv, folder);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    expect(thrown.code).toBe('invalid-request');
    return (thrown.fields ?? []).map(({ field, message }) => [field, message]);
  }
  return [];
}

function requestFile(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe('what is right', () => {
  it('has defaults', () => {
    expect(task('a.html')).toEqual({
      action: 'convert',
      sources: ['a.html'],
      request: { disableJavascript: false, timeoutSeconds: 30 },
      json: false,
      quiet: false,
      concurrency: availableParallelism(),
    });
  });

  it('takes every option, in any order and with =', () => {
    expect(
      task(
        '--format=A5',
        'a.html',
        '--landscape',
        '--margin',
        '1cm',
        '--margin-left=.5in',
        'b.html',
        '--pages',
        '1-3, 5',
        '--zoom',
        '1,2',
        '--no-javascript',
        '--timeout',
        '60',
        '--out',
        'pdf',
        '--json',
        '--quiet',
        '--concurrency=4',
      ),
    ).toEqual({
      action: 'convert',
      sources: ['a.html', 'b.html'],
      out: 'pdf',
      request: {
        format: 'a5',
        landscape: true,
        margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '0.5in' },
        pages: '1-3,5',
        zoom: 1.2,
        disableJavascript: true,
        timeoutSeconds: 60,
      },
      json: true,
      quiet: true,
      concurrency: 4,
    });
  });

  it('takes what follows -- as a source', () => {
    expect(task('--json', '--', '--help').sources).toEqual(['--help']);
  });

  it('lets the last of two equal options count', () => {
    expect(task('a', '--format', 'a4', '--format', 'a5').request.format).toBe('a5');
  });

  it('takes the kinds of findings that fail a conversion in one word', () => {
    expect(task('a', '--fail-on', 'fonts,console').request.failOn).toEqual(['console', 'fonts']);
    expect(task('a', '--fail-on=all').request.failOn).toEqual(findingKinds);
  });

  it('puts portrait for the opposite of landscape', () => {
    expect(task('a', '--portrait').request.landscape).toBe(false);
  });

  it.each([['--help'], ['-h'], ['--help', '--colour', '--pages', '0']])(
    'answers %j with help',
    (...argv) => {
      expect(parseConvertArguments(argv, folder)).toEqual({ action: 'help' });
    },
  );

  it('answers --version', () => {
    expect(parseConvertArguments(['--version'], folder)).toEqual({ action: 'version' });
  });

  it('takes a base for HTML from standard input', () => {
    expect(task('-', '--base', 'docs').base).toBe('docs');
  });
});

describe('what is wrong', () => {
  it.each([
    [
      ['--colour', 'red'],
      '--colour',
      'The option "--colour" is not known; --help lists the options.',
    ],
    [['--margni=1cm'], '--margni', 'The option "--margni" is not known; the nearest is --margin.'],
    [
      ['--to', 's3://papers/x.pdf'],
      '--to',
      'The option "--to" is not known; --help lists the options.',
    ],
    [
      ['--remote', 'x'],
      '--remote',
      'The option "--remote" is not known; --help lists the options.',
    ],
    [['-x'], '-x', 'The option "-x" is not known; --help lists the options.'],
    [['--json=yes'], '--json', '--json takes no value; leave out "=yes".'],
    [['--format'], '--format', '--format has no value; write one after it.'],
    [['--format', '--json'], '--format', '--format has no value: --json after it is an option.'],
  ])('names the option in %j', (argv, field, message) => {
    expect(mistakes('a.html', ...argv)).toEqual([[field, message]]);
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
    expect(mistakes('a.html', ...argv)).toEqual([[field, checkField(field, value)]]);
  });

  it('suggests the kind that a wrong word of --fail-on most likely means', () => {
    expect(mistakes('a.html', '--fail-on', 'resources, consol')).toEqual([
      ['failOn', expect.stringContaining('"consol" is not a kind') as string],
    ]);
  });

  it('tells a wrong --margin once', () => {
    expect(mistakes('a.html', '--margin', '1')).toEqual([
      [
        'margin',
        'The margin "1" has no unit; write px, cm, mm or in after the number, such as 1cm.',
      ],
    ]);
  });

  it('tells margins without room, on the paper as it is turned', () => {
    expect(mistakes('a.html', '--margin', '11cm')).toHaveLength(1);
    expect(mistakes('a.html', '--margin-left', '25cm', '--landscape')).toEqual([]);
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
    expect(mistakes(...argv)).toEqual([[field, message]]);
  });

  it('tells all mistakes together: options, request file, fields, sources', () => {
    const path = requestFile('wrong.json', '{"source": "x", "disable_javascript": 1, "colour": 2}');
    const fields = mistakes(
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
    expect(mistakes('a', '--colour', '--pages', '0').map(([field]) => field)).toEqual([
      '--colour',
      'pages',
    ]);
  });
});

describe('--request', () => {
  it('takes options and source, which flags and sources beat', () => {
    const path = requestFile(
      'request.json',
      '\ufeff{"source":"<p>x","format":"a5","zoom":0.5,"margin":{"top":"1cm","left":"2cm"},"filename":"x.pdf"}',
    );
    const fromFile = task('--request', path);
    expect(fromFile.requestSource).toEqual({ kind: 'html', html: '<p>x' });
    expect(fromFile.request).toMatchObject({ format: 'a5', zoom: 0.5, filename: 'x.pdf' });

    const mixed = task('a.html', '--request', path, '--zoom', '2', '--margin-top', '3cm');
    expect(mixed.requestSource).toBeUndefined();
    expect(mixed.sources).toEqual(['a.html']);
    expect(mixed.request).toMatchObject({ zoom: 2, margin: { top: '3cm', left: '2cm' } });
  });

  it('takes options without a source if the command line names one', () => {
    expect(task('a.html', '--request', requestFile('o.json', '{"pages":"2"}')).request.pages).toBe(
      '2',
    );
    expect(mistakes('--request', 'o.json').map(([field]) => field)).toEqual(['source']);
  });

  it('names a wrong source in the file, unless another counts', () => {
    const path = requestFile('ftp.json', '{"source":"file:///etc/passwd"}');
    expect(mistakes('--request', path)).toEqual([
      [
        'source',
        'The source "file:///etc/passwd" is a file on a disk, which a request cannot name; send the HTML itself or an http or https address.',
      ],
    ]);
    expect(mistakes('a.html', '--request', path)).toEqual([]);
  });

  it.each([
    ['none.json', null, /^The request file "none.json" does not exist; check the path\.$/],
    ['broken.json', '{', /^The request file "broken.json" is not JSON: /],
    ['list.json', '[]', /^The request is a list; it must be a JSON object with a source\.$/],
  ])('says what is wrong with %s', (name, content, message) => {
    if (content !== null) requestFile(name, content);
    const [[, sentence] = [], ...others] = mistakes('a.html', '--request', name);
    expect(others).toEqual([]);
    expect(sentence).toMatch(message);
  });
});
