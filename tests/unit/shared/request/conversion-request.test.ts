import { describe, expect, it } from 'vitest';
import { AppError, issueText } from '../../../../electron/shared/errors.js';
import {
  checkField,
  conversionRequestSchema,
  parseConversionRequest,
} from '../../../../electron/shared/request/request.js';

const source = { kind: 'html', html: '<p>x' } as const;

function issues(input: unknown): Record<string, string> {
  try {
    parseConversionRequest(input);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    expect(thrown.code).toBe('invalid-request');
    return Object.fromEntries(
      (thrown.fields ?? []).map((issue) => [issue.field, issueText(issue)]),
    );
  }
  return {};
}

const wrongTypes = [
  [{ format: 5 }, 'format', 'The format is the number 5; it must be text such as "a4".'],
  [
    { pages: 3 },
    'pages',
    'The value of pages is the number 3; it must be text such as "1-3" or "1,4,9".',
  ],
  [{ filename: null }, 'filename', 'The file name is null; it must be text such as "invoice.pdf".'],
  [
    { margin: '1cm' },
    'margin',
    'The margin is the text "1cm"; it must be an object with top, right, bottom or left.',
  ],
  [
    { margin: { top: 1 } },
    'margin.top',
    'The top margin is the number 1; it must be text such as "1cm".',
  ],
  [
    { landscape: 'yes' },
    'landscape',
    'The landscape switch is the text "yes"; it must be true or false.',
  ],
  [
    { disableJavascript: 1 },
    'disableJavascript',
    'The switch that turns JavaScript off is the number 1; it must be true or false.',
  ],
  [
    { compliance: true },
    'compliance',
    'The compliance is true; it must be an object with gdpr or hipaa.',
  ],
  [
    { compliance: { gdpr: 'no' } },
    'compliance.gdpr',
    'The gdpr flag is the text "no"; it must be true or false.',
  ],
  [
    { storage: 'service' },
    'storage',
    'The storage is the text "service"; it must be an object with a provider.',
  ],
  [
    { storage: { provider: 'ftp' } },
    'storage.provider',
    'The storage provider is the text "ftp"; it must be service or object_store.',
  ],
  [
    { storage: { provider: 'object_store' } },
    'storage.bucketDestination',
    'The bucket destination is missing; it must be an address such as "s3://my-bucket/reports/invoice.pdf".',
  ],
  [
    { storage: { provider: 'service', bucketDestination: 's3://papers/x.pdf' } },
    'storage.bucketDestination',
    'A bucket destination needs the storage provider object_store; the provider is service.',
  ],
  [
    {
      storage: {
        provider: 'object_store',
        bucketDestination: 's3://papers/x.pdf',
        filename: 'x.pdf',
      },
    },
    'storage.filename',
    'A storage file name needs the storage provider service; with object_store the bucket destination ends in the name.',
  ],
  [
    { webhook: 'ftp://example.org' },
    'webhook',
    'The webhook "ftp://example.org" is no http or https address; write one such as https://example.org/page.',
  ],
  [
    { margin: { middle: '1cm' } },
    'margin.middle',
    '"middle" is not a field of margin; its fields are top, right, bottom and left.',
  ],
] as const;

describe('parseConversionRequest', () => {
  it('fills in defaults and brings values into their one spelling', () => {
    const request = parseConversionRequest({
      source,
      format: ' A4 ',
      margin: { top: '2,5 CM' },
      pages: '1 - 3, 5',
      compliance: { gdpr: true },
      storage: { filename: 'x.pdf' },
    });
    expect(request).toEqual({
      source,
      disableJavascript: false,
      timeoutSeconds: 30,
      format: 'a4',
      margin: { top: '2.5cm' },
      pages: '1-3,5',
      compliance: { gdpr: true, hipaa: false },
      storage: { provider: 'service', filename: 'x.pdf' },
    });
    expect(parseConversionRequest(request)).toEqual(request);
  });

  it('reports all mistakes together, each with its field', () => {
    const found = issues({
      source: { kind: 'url', url: 'ftp://x' },
      format: 'a7',
      margin: { top: '1', left: '1pt' },
      pages: '3-1',
      zoom: 'foo',
      filename: 'x.txt',
      timeoutSeconds: 0,
      webhook: 'x',
      colour: 'red',
    });
    expect(Object.keys(found).sort()).toEqual([
      'colour',
      'filename',
      'format',
      'margin.left',
      'margin.top',
      'pages',
      'source',
      'timeoutSeconds',
      'webhook',
      'zoom',
    ]);
  });

  it('finds margins without room beside other mistakes', () => {
    const found = issues({ source, margin: { left: '11cm', right: '11cm' }, zoom: 9 });
    expect(Object.keys(found).sort()).toEqual(['margin', 'zoom']);
  });

  it.each(wrongTypes)('names the mistake in %j', (options, field, message) => {
    expect(issues({ source, ...options })).toEqual({ [field]: message });
  });

  it.each([
    [{}, 'The source is missing; it must be HTML text or an http or https address.'],
    [{ source: null }, 'The source is null; it must be HTML text or an http or https address.'],
    [
      { source: '<p>' },
      'The source is the text "<p>"; it must be HTML text or an http or https address.',
    ],
    [
      { source: { kind: 'html', html: ' ' } },
      'The source is empty; it must be HTML text or an http or https address.',
    ],
    [
      { source: { kind: 'file', path: 'a.html' } },
      'The source "a.html" is not the full path of a file; write it from the root on.',
    ],
  ])('names the mistake in the source of %j', (input, message) => {
    expect(issues(input)).toEqual({ source: message });
  });

  it.each([5, null, 'x', [], undefined])('refuses %j, which is no request', (input) => {
    expect(() => parseConversionRequest(input)).toThrow(/^The request is /);
  });

  it('never falls back on a sentence that was not written for it', () => {
    const fields = Object.keys(conversionRequestSchema.shape);
    const values = [
      null,
      5,
      'x',
      true,
      [],
      {},
      Number.NaN,
      { provider: 1 },
      { kind: 1 },
      { top: [] },
    ];
    const messages = fields.flatMap((field) =>
      values.flatMap((value) => Object.values(issues({ source, [field]: value }))),
    );
    expect(messages.length).toBeGreaterThan(80);
    expect(messages.filter((message) => !/^(The|A|") ?.*\.$/.test(message))).toEqual([]);
    expect(messages.filter((message) => /Invalid|expected/.test(message))).toEqual([]);
  });
});

describe('checkField', () => {
  it('says the same as the whole request', () => {
    expect(checkField('margin.top', '1')).toBe(
      issues({ source, margin: { top: '1' } })['margin.top'],
    );
    expect(checkField('zoom', 3)).toBe(issues({ source, zoom: 3 })['zoom']);
    expect(checkField('pages', '0')).toBe(issues({ source, pages: '0' })['pages']);
    expect(checkField('filename', 'a b.pdf')).toBe(
      issues({ source, filename: 'a b.pdf' })['filename'],
    );
  });

  it('says nothing about what is right or not set', () => {
    expect(checkField('margin.top', '1cm')).toBeNull();
    expect(checkField('format', 'A4')).toBeNull();
    expect(checkField('pages', undefined)).toBeNull();
  });
});
