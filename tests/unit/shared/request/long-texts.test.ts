import { expect, it } from 'vitest';
import { AppError, issueText } from '@shared/messages/errors.js';
import { requestFromWire } from '@shared/request/wire.js';

const length = 200_000;
const spaces = `1${' '.repeat(length)}x`;
const tooLong = (max: string) =>
  `"1${' '.repeat(59)}…" has 200,002 characters. The limit is ${max}.`;

/** The issues of a request, by field. */
function issuesOf(fields: object): Readonly<Record<string, string>> {
  try {
    requestFromWire({ source: '<p>x', ...fields });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Object.fromEntries((error.fields ?? []).map((each) => [each.field, issueText(each)]));
  }
  return {};
}

// Expressions would take minutes for some of these.
it.each([
  ['format', { format: spaces }, tooLong('200')],
  ['margin.top', { margin: { top: spaces } }, tooLong('200')],
  ['pages', { pages: spaces }, tooLong('20,000')],
  ['title', { title: spaces }, tooLong('10,000')],
  ['hide', { hide: spaces }, tooLong('10,000')],
  ['filename', { filename: `${'a'.repeat(length)}.pdf` }, /is 200,004 bytes long/],
  [
    'storage.bucket_destination',
    {
      storage: {
        provider: 'object_store',
        bucket_destination: `s3://bucket/${'{x}'.repeat(length)}.pdf`,
      },
    },
    /has a path of 600,004 bytes/,
  ],
  ['webhook', { webhook: `http://${'ä'.repeat(length)}/` }, /is not a valid URL/],
])('%s: a long text is not read', (field, fields, reason) => {
  expect(issuesOf(fields)[field]).toMatch(reason);
});

it('a part of the pages is not read if it is long', () => {
  const part = `1${' '.repeat(150)}x`;
  expect(issuesOf({ pages: `1,${part}` })['pages']).toContain('has 152 characters');
});

it('style sheets that are long, or whose nested rules take long to read, are not checked', () => {
  expect(issuesOf({ css: 'a { b: c } }' })['css']).toContain('cannot be read');
  expect(issuesOf({ css: '{x} '.repeat(length / 4) })).toEqual({});
  expect(issuesOf({ css: 'a{b{c:d}}'.repeat(6000) })).toEqual({});
});

it('a message names the first wrong words of a header only', () => {
  const html = Array.from({ length: 20_000 }, (_, n) => `{${wordOf(n)}}`).join('\n');
  const issue = issuesOf({ header_html: html })['header_html'] ?? '';
  expect(issue).toContain(`{${wordOf(9)}}`);
  expect(issue).not.toContain(`{${wordOf(10)}}`);
});

/** Placeholders are words of letters. */
function wordOf(number: number): string {
  return `w${String(number).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
}
