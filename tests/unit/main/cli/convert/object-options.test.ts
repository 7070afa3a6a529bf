import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseConvertArguments } from '../../../../../electron/main/cli/convert/arguments.js';
import { issuesIn } from '../support/parse-arguments.js';

const upload = ['a.html', '--to', 's3://papers/a.pdf'];
const issues = (...argv: string[]) => issuesIn(tmpdir(), [...upload, ...argv]);
const task = (...argv: string[]) => parseConvertArguments([...upload, ...argv], tmpdir());

describe('options for uploaded objects', () => {
  it.each([
    [['--cache-control', 'max-age=3600, public'], { cacheControl: 'max-age=3600, public' }],
    [['--cache-control', ' no-store '], { cacheControl: 'no-store' }],
    [['--cache-control', 'private="a, b", x-own=1'], { cacheControl: 'private="a, b", x-own=1' }],
    [['--content-disposition', 'attachment'], { contentDisposition: 'attachment' }],
    [
      ['--content-disposition', `attachment; filename="a b.pdf"; filename*=UTF-8''%e2%82%ac.pdf`],
      { contentDisposition: `attachment; filename="a b.pdf"; filename*=UTF-8''%e2%82%ac.pdf` },
    ],
    [['--storage-class', 'STANDARD_IA'], { storageClass: 'STANDARD_IA' }],
    [['--storage-class', 'COLD-HDD'], { storageClass: 'COLD-HDD' }],
    [['--sse', 'AES256'], { encryption: 'AES256' }],
    [['--sse', 'aws:kms'], { encryption: 'aws:kms' }],
    [
      ['--sse', 'aws:kms', '--sse-kms-key-id', 'alias/papers'],
      { encryption: 'aws:kms', kmsKey: 'alias/papers' },
    ],
    [
      ['--object-metadata', 'Project=a=b', '--object-metadata', 'by= me '],
      { metadata: { project: 'a=b', by: 'me' } },
    ],
    [
      ['--object-tag', 'Größe=5 µm/名', '--object-tag', 'empty='],
      { tags: { Größe: '5 µm/名', empty: '' } },
    ],
  ])('accept %j', (argv, object) => {
    expect(task(...argv)).toMatchObject({ object });
  });

  it('are removed by none', () => {
    expect(
      task('--storage-class', 'none', '--sse', ' none ', '--object-tag', 'none', '--link', '60s'),
    ).toMatchObject({ cleared: ['storageClass', 'encryption', 'tags'], linkSeconds: 60 });
    expect(task('--object-metadata', 'none', '--sse', 'AES256')).toMatchObject({
      cleared: ['metadata'],
      object: { encryption: 'AES256' },
    });
    expect(task('--sse', 'AES256')).not.toHaveProperty('cleared');
  });

  it.each([
    ['60s', 60],
    ['1m', 60],
    ['12h', 43_200],
    ['7d', 604_800],
  ])('accept --link %s', (time, linkSeconds) => {
    expect(task('--link', time)).toMatchObject({ linkSeconds });
  });

  it.each([
    [['--object-tag', 'none', '--object-tag', 'a=b'], 'object-tag', '"none"'],
    [['--sse', 'none', '--sse-kms-key-id', 'a'], 'sse-kms-key-id', '--sse aws:kms'],
    [['--cache-control', ''], 'cache-control', 'Enter directives separated by commas'],
    [['--cache-control', 'max-age 60'], 'cache-control', 'Enter directives'],
    [['--cache-control', 'public;max-age=1'], 'cache-control', 'Enter directives'],
    [['--cache-control', 'no-store\r\nx: y'], 'cache-control', 'Enter directives'],
    [['--cache-control', 'max-age'], 'cache-control', '"max-age" requires a number of seconds'],
    [['--cache-control', 'max-age=1h'], 'cache-control', '"max-age=1h" requires a number'],
    [['--cache-control', 'maxage=60'], 'cache-control', 'Did you mean max-age?'],
    [['--content-disposition', 'save'], 'content-disposition', 'Enter inline or attachment'],
    [['--content-disposition', 'attachment; a b.pdf'], 'content-disposition', 'Enter inline'],
    [
      ['--content-disposition', 'attachment; filename="Größe.pdf"'],
      'content-disposition',
      "such as attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf.",
    ],
    [['--storage-class', ''], 'storage-class', 'Enter the name of a class, such as STANDARD,'],
    [['--storage-class', 'standard_ia'], 'storage-class', 'Did you mean STANDARD_IA?'],
    [['--sse', 'aes256'], 'sse', 'It must be AES256 or aws:kms.'],
    [['--sse-kms-key-id', 'a'], 'sse-kms-key-id', 'applies to --sse aws:kms. Add that'],
    [['--sse', 'AES256', '--sse-kms-key-id', 'a'], 'sse-kms-key-id', 'applies to --sse aws:kms'],
    [['--sse', 'aws:kms', '--sse-kms-key-id', 'a b'], 'sse-kms-key-id', 'without spaces'],
    [['--object-metadata', 'alone'], 'object-metadata', 'Enter a name, = and a value'],
    [['--object-metadata', 'a b=c'], 'object-metadata', 'of letters, digits and -'],
    [['--object-metadata', 'x-amz-meta-a=b'], 'object-metadata', 'without x-amz-meta-'],
    [['--object-metadata', 'a='], 'object-metadata', 'Enter a value after the ='],
    [
      ['--object-metadata', 'a=ö'],
      'object-metadata',
      'than US-ASCII, to which headers are limited',
    ],
    [
      ['--object-metadata', 'Platen-Delivery=1'],
      'object-metadata',
      'Platen uses platen-delivery itself',
    ],
    [
      ['--object-metadata', 'A=1', '--object-metadata', 'a=2'],
      'object-metadata',
      '"a" is set more than once',
    ],
    [
      ['--object-metadata', `a=${'b'.repeat(1997)}`],
      'object-metadata',
      'have 1,998 bytes with their names. The limit is 1,997.',
    ],
    [['--object-tag', '=b'], 'object-tag', 'Enter a name, = and a value'],
    [['--object-tag', 'aws:a=b'], 'object-tag', 'is reserved, as it begins with aws:'],
    [['--object-tag', 'a=b&c'], 'object-tag', 'only letters, digits, spaces'],
    [['--object-tag', `${'a'.repeat(129)}=b`], 'object-tag', '128 characters for the name'],
    [
      Array.from({ length: 11 }, (_, at) => ['--object-tag', `t${at}=`]).flat(),
      'object-tag',
      '11 tags are set. The limit is 10.',
    ],
    [['--link', '8d'], 'link', 'Enter a time from 1m to 7d'],
    [['--link', '59s'], 'link', 'Enter a time'],
    [['--link', 'week'], 'link', 'Enter a time'],
    [
      ['--remote', 'Acme', '--sse', 'AES256'],
      'sse',
      '--sse has no effect with --remote, as the service uploads by itself',
    ],
  ])('name the issue of %j', (argv, field, text) => {
    expect(issues(...argv)).toEqual([[field, expect.stringContaining(text) as string]]);
  });

  it('apply to uploads only', () => {
    expect(issuesIn(tmpdir(), ['a.html', '--object-tag', 'a=b', '--link', '7d'])).toEqual([
      ['link', '--link applies to uploads. Add --to, or remove it.'],
      ['object-tag', '--object-tag applies to uploads. Add --to, or remove it.'],
    ]);
  });
});
