import { describe, expect, it } from 'vitest';
import { parseConvertArguments } from '../../../../../electron/main/cli/convert/arguments.js';
import { concurrencyOf } from '../../../../../electron/main/engine/concurrency.js';
import { findingKinds } from '../../../../../electron/shared/request/preflight.js';
import { taskIn } from '../support/parse-arguments.js';

/** Nothing here reads a file. */
const folder = '/anywhere';
const task = (...argv: string[]) => taskIn(folder, argv);

describe('a valid command line', () => {
  it('has numbers with a decimal comma or point', () => {
    expect(task('a.html', '--memory-limit=8,0', '--concurrency=2.0')).toMatchObject({
      memoryLimit: 8,
      concurrency: 2,
    });
  });

  it('has defaults', () => {
    expect(task('a.html')).toEqual({
      action: 'convert',
      sources: ['a.html'],
      request: { disableJavascript: false, timeoutSeconds: 30 },
      destinations: [],
      allowPrivateWebhook: false,
      json: false,
      quiet: false,
      concurrency: concurrencyOf({ concurrency: null }),
    });
  });

  it('has options in any order and with =', () => {
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
        '--memory-limit=8',
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
      destinations: [],
      allowPrivateWebhook: false,
      json: true,
      quiet: true,
      concurrency: 4,
      memoryLimit: 8,
    });
  });

  it('reads numbers with their units, as the form does', () => {
    const { request } = task(
      ...['a.html', '--zoom', '120%', '--timeout', '2min', '--delay-seconds', '500 ms'],
      ...['--header-font-size', '8pt', '--pages', '1;3'],
    );
    const numbers = { zoom: 1.2, timeoutSeconds: 120, delaySeconds: 0.5, headerFontSize: 8 };
    expect(request).toMatchObject({ ...numbers, pages: '1,3' });
  });

  it('has only sources after --', () => {
    expect(task('--json', '--', '--help').sources).toEqual(['--help']);
  });

  it('uses the last of two equal options', () => {
    expect(task('a', '--format', 'a4', '--format', 'a5').request.format).toBe('a5');
  });

  it('has a list of warnings that fail the conversion', () => {
    expect(task('a', '--fail-on', 'fonts,console').request.failOn).toEqual(['console', 'fonts']);
    expect(task('a', '--fail-on=all').request.failOn).toEqual(findingKinds);
  });

  it('has several bucket destinations; the first is the storage of the request', () => {
    const [first, second] = ['s3://papers/a b/ü.pdf', 's3://copies/{date}/{name}.pdf'];
    expect(task('a', '--to', first, `--to=${second}`)).toMatchObject({
      destinations: [first, second],
      request: { storage: { provider: 'object_store', bucketDestination: first } },
    });
  });

  it('has a webhook and compliance flags', () => {
    const { request, allowPrivateWebhook } = task(
      ...['a', '--webhook', 'https://example.org/hook', '--gdpr', '--allow-private-webhook'],
    );
    expect(request).toMatchObject({
      webhook: 'https://example.org/hook',
      compliance: { gdpr: true, hipaa: false },
    });
    expect(allowPrivateWebhook).toBe(true);
  });

  it('has portrait as the opposite of landscape', () => {
    expect(task('a', '--portrait').request.landscape).toBe(false);
  });

  it.each([['--help'], ['-h'], ['--help', '--colour', '--pages', '0']])(
    'asks for help with %j',
    (...argv) => {
      expect(parseConvertArguments(argv, folder)).toEqual({ action: 'help' });
    },
  );

  it('asks for the version', () => {
    expect(parseConvertArguments(['--version'], folder)).toEqual({ action: 'version' });
  });

  it('has a base URL for HTML from standard input', () => {
    expect(task('-', '--base', 'docs').base).toBe('docs');
  });
});
