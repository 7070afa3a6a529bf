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

describe('an invalid command line', () => {
  it.each([
    [['--colour', 'red'], '--colour', 'Unknown option "--colour". See --help.'],
    [['--margni=1cm'], '--margni', 'Unknown option "--margni". Did you mean --margin?'],
    [['--quite'], '--quite', 'Unknown option "--quite". Did you mean --quiet?'],
    [['--toc'], '--toc', 'Unknown option "--toc". Did you mean --table-of-contents?'],
    [
      ['--watermark', 'x'],
      '--watermark',
      'Unknown option "--watermark". Did you mean --watermark-text?',
    ],
    [
      ['--letterhead', 'x'],
      '--letterhead',
      'Unknown option "--letterhead". Did you mean --background?',
    ],
    [['--footer', 'x'], '--footer', 'Unknown option "--footer". Did you mean --footer-center?'],
    [
      ['--page-numbers'],
      '--page-numbers',
      'Unknown option "--page-numbers". Did you mean --footer-center?',
    ],
    [['-o', 'a.pdf'], '-o', 'Unknown option "-o". Did you mean --out?'],
    [['-x'], '-x', 'Unknown option "-x". See --help.'],
    [['--json=yes'], '--json', '--json takes no value. Remove "=yes".'],
    [['--format'], '--format', '--format has no value. Enter one after it.'],
    [['--format', '--json'], '--format', '--format has no value: --json after it is an option.'],
  ])('names the option in %j', (argv, field, message) => {
    expect(issues('a.html', ...argv)).toEqual([[field, message]]);
  });

  it('says that a file is missing, and that an option takes a file', () => {
    expect(issues('a.html', '--css', 'p { color: red }')).toEqual([
      [
        'css',
        'File "p { color: red }" does not exist. This option takes a file, not the text itself.',
      ],
    ]);
    const password = issues('a.html', '--open-password-file', 'none');
    expect(password.map(([, text]) => text)).toEqual([
      'File "none" does not exist. Check the path.',
    ]);
  });

  it.each([
    [['--pages', '-0'], 'pages', '-0'],
    [['--pages=-0'], 'pages', '-0'],
    [['--pages', '3-1'], 'pages', '3-1'],
    [['--pages='], 'pages', ''],
    [['--format', 'a7'], 'format', 'a7'],
    [['--format', '-1cmx2cm'], 'format', '-1cmx2cm'],
    [['--margin-top', '-1cm'], 'margin.top', '-1cm'],
    [['--filename', 'a:b.pdf'], 'filename', 'a:b.pdf'],
    [['--zoom', '-1'], 'zoom', -1],
    [['--zoom', '1e9'], 'zoom', 1e9],
    [['--zoom', 'NaN'], 'zoom', Number.NaN],
    [['--zoom', 'foo'], 'zoom', 'foo'],
    [['--timeout', '0'], 'timeoutSeconds', 0],
  ] as const)('reports %j like the request', (argv, field, value) => {
    expect(issues('a.html', ...argv)).toEqual([[field, textOf(checkField(field, value))]]);
  });

  it.each([
    [['--remote', 'Acme'], 'merge', /not possible with --remote/],
    [['--filename', '{n}-{title}.pdf'], 'merge', /Remove \{n\} from its name/],
    [['--to', 's3://bucket/{n}.pdf'], 'merge', /Remove \{n\} from its name/],
    [['--pages', '1-2'], 'pages', /page range cannot be combined with merging/],
  ])('reports %j with --merge', (argv, field, text) => {
    expect(issues('a.html', 'b.html', '--merge', ...argv)).toEqual([
      [field, expect.stringMatching(text) as string],
    ]);
  });

  it.each([
    [['--target', 'papers'], 'target', '--target applies to uploads. Add --to, or remove it.'],
    [['--acl', 'none'], 'acl', '--acl applies to uploads. Add --to, or remove it.'],
    [
      ['--target', '', '--to', 's3://bucket/a.pdf'],
      'target',
      '--target is empty. Enter the name of a destination in the settings, or aws.',
    ],
    [
      ['--acl', 'private', '--to', 's3://bucket/a.pdf'],
      'acl',
      '--acl is "private". It must be bucket-owner-full-control or none.',
    ],
  ])('reports %j', (argv, field, message) => {
    expect(issues('a.html', ...argv)).toEqual([[field, message]]);
  });

  it('reports access options with --remote', () => {
    const argv = ['--remote', 'Acme', '--to', 's3://bucket/a.pdf', '--target', 'papers'];
    expect(issues('a.html', ...argv)).toEqual([
      ['target', expect.stringContaining('the service uploads by itself') as string],
    ]);
  });

  it('counts merged sources as one PDF', () => {
    const sources = ['a.html', 'b.html', '--merge'];
    expect(issues(...sources, '--out', 'book.pdf')).toEqual([]);
    expect(issues(...sources, '--out', '-')).toEqual([]);
    expect(issues(...sources, '--filename', 'book.pdf', '--newer')).toEqual([]);
  });

  it('suggests the closest kind for --fail-on', () => {
    expect(issues('a.html', '--fail-on', 'resources, consol')).toEqual([
      ['failOn', expect.stringContaining('"consol" is not a kind') as string],
    ]);
  });

  it('reports an invalid --margin once', () => {
    expect(issues('a.html', '--margin', '1')).toEqual([
      ['margin', 'Margin "1" has no unit. Add px, pt, cm, mm, or in, such as 1cm.'],
    ]);
  });

  it('reports margins that leave no room in the orientation', () => {
    expect(issues('a.html', '--margin', '11cm')).toHaveLength(1);
    expect(issues('a.html', '--margin-left', '25cm', '--landscape')).toEqual([]);
  });

  it.each([
    [
      ['--landscape', '--portrait', 'a'],
      'landscape',
      '--landscape and --portrait are both set. Remove one of them.',
    ],
    [
      [],
      'source',
      'No source. Enter an HTML file, a folder, a URL, or - for HTML from standard input.',
    ],
    [['-', '-'], 'source', 'Standard input is used more than once, but can be read only once.'],
    [
      ['a', '--base', 'x'],
      'base',
      '--base applies only to HTML from standard input (-) or a pipe. Links in a file or page are resolved against its own location.',
    ],
    [
      ['a', 'b', '--out', 'x.pdf'],
      'out',
      '--out "x.pdf" is one file, but there are 2 PDFs. Enter a folder, or convert one source at a time.',
    ],
    [
      ['a', '--existing', 'overwritten'],
      'existing',
      '--existing is "overwritten". It must be number, skip, or overwrite. Did you mean overwrite?',
    ],
    [['a', '--existing='], 'existing', '--existing is "". It must be number, skip, or overwrite.'],
    [
      ['-', '--urls', '-'],
      'source',
      'Standard input is used more than once, but can be read only once.',
    ],
    [
      ['a', 'b', '--filename', 'x.pdf'],
      'filename',
      'File name "x.pdf" is the same for all 2 PDFs. Add {name} or {n} to it, or remove it.',
    ],
    [['a', '--out', ''], 'out', '--out is empty. Enter a file or a folder.'],
    [
      ['a', '--out', '/dev/stdout'],
      'out',
      '--out /dev/stdout is a device. Write the PDF to standard output with --out - and redirect it.',
    ],
    [
      ['a', 'b', '--out', '-'],
      'out',
      '--out - writes one PDF to standard output, but there are 2 PDFs. Enter a folder, or convert one source at a time.',
    ],
    [
      ['a', '--out', '-', '--to', 's3://papers/x.pdf'],
      'out',
      '--out - writes only the PDF to standard output, so the URLs of uploads cannot be printed there. Save the PDF to a file, or upload it in another run.',
    ],
    [
      ['a', '--out', '-', '--json'],
      'json',
      '--out - and --json both write to standard output. Remove one of them.',
    ],
    [
      ['a', '--out', '-', '--existing', 'skip'],
      'existing',
      '--existing has no effect with --out -. Remove it.',
    ],
    [
      ['a', '--memory-limit', '0'],
      'memory-limit',
      'Memory limit must be a whole number of gigabytes from 1 to 64, but is 0.',
    ],
    [
      ['a', '--concurrency', '0'],
      'concurrency',
      'Concurrency must be a whole number from 1 to 32, but is 0.',
    ],
    [
      ['a', '--concurrency', 'x'],
      'concurrency',
      'Concurrency must be a whole number from 1 to 32, but is "x".',
    ],
  ] as const)('reports %j', (argv, field, message) => {
    expect(issues(...argv)).toEqual([[field, message]]);
  });

  it('reports all issues together: options, request file, fields, sources', () => {
    const path = requestFile('wrong.json', '{"source": "x", "disable_javascript": 1, "colour": 2}');
    const fields = issues(
      ...['--landscape', '--portrait', '--pages', '0', '--zoom', 'x', '--margin', '1em'],
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
