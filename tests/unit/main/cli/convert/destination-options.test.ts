import { describe, expect, it } from 'vitest';
import { bucketDestinationIssue } from '../../../../../electron/shared/request/storage.js';
import { textOf } from '../../../shared/request/support.js';
import { issuesIn } from '../support/parse-arguments.js';

const issues = (...argv: string[]) => issuesIn('/anywhere', argv);

describe('--to', () => {
  it.each([
    's3:/b/x',
    'https://b/x.pdf',
    's3://papers',
    's3://papers/',
    's3://papers/x.txt',
    's3://papers/../x.pdf',
    's3://papers//x.pdf',
    's3://Papers/x.pdf',
    `s3://papers/${'x'.repeat(1021)}.pdf`,
    's3://papers/{nmae}.pdf',
    '',
  ])('gives %j the sentence of the request, once', (destination) => {
    const message = textOf(bucketDestinationIssue(destination));
    expect(message).not.toBeNull();
    expect(issues('a.html', `--to=${destination}`)).toEqual([['to', message]]);
  });

  it('tells the mistakes of all of them together', () => {
    const [good, first, second] = ['s3://papers/x.pdf', 's3:/b/x', 's3://papers/x'];
    expect(issues('a', '--to', good, '--to', first, '--to', second)).toEqual([
      ['to', textOf(bucketDestinationIssue(first))],
      ['to', textOf(bucketDestinationIssue(second))],
    ]);
  });

  it('names a place once', () => {
    expect(issues('a', '--to', 's3://papers/x.pdf', '--to', 's3://papers/x.pdf')).toEqual([
      ['to', '--to "s3://papers/x.pdf" is given more than once; once is enough.'],
    ]);
  });

  it('names 16 places at most', () => {
    const many = Array.from({ length: 17 }, (_, index) => `--to=s3://papers/${index}.pdf`);
    expect(issues('a', ...many)).toEqual([['to', '--to is given 17 times; the most is 16.']]);
  });

  it('names a place for each of several PDFs', () => {
    expect(issues('a', 'b', '--to', 's3://papers/x.pdf')).toEqual([
      [
        'to',
        'The bucket destination "s3://papers/x.pdf" names one object, but 2 PDFs are to be made; put {name} or {n} into it.',
      ],
    ]);
    expect(issues('a', 'b', '--to', 's3://papers/{n}.pdf')).toEqual([]);
  });

  it('has a value', () => {
    expect(issues('a', '--to')).toEqual([['--to', '--to has no value; write one after it.']]);
  });
});
