import { describe, expect, it } from 'vitest';
import { AppError, issueText } from '../../../../electron/shared/messages/errors.js';
import {
  checkField,
  conversionRequestSchema,
  parseConversionRequest,
} from '../../../../electron/shared/request/request.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';
import { textOf } from './support.js';

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
  [{ format: 5 }, 'format', 'Format must be text such as "a4", but is 5.'],
  [{ pages: 3 }, 'pages', 'Pages must be text such as "1-3" or "1,4,9", but is 3.'],
  [{ filename: null }, 'filename', 'File name must be text such as "invoice.pdf", but is null.'],
  [
    { margin: '1cm' },
    'margin',
    'Margin must be an object with top, right, bottom or left, but is "1cm".',
  ],
  [{ margin: { top: 1 } }, 'margin.top', 'Top margin must be text such as "1cm", but is 1.'],
  [{ landscape: 'yes' }, 'landscape', 'Landscape must be true or false, but is "yes".'],
  [
    { disableJavascript: 1 },
    'disableJavascript',
    'The option to turn off JavaScript must be true or false, but is 1.',
  ],
  [
    { compliance: true },
    'compliance',
    'Compliance must be an object with gdpr or hipaa, but is true.',
  ],
  [{ compliance: { gdpr: 'no' } }, 'compliance.gdpr', 'GDPR must be true or false, but is "no".'],
  [
    { storage: 'service' },
    'storage',
    'Storage must be an object with a provider, but is "service".',
  ],
  [
    { storage: { provider: 'ftp' } },
    'storage.provider',
    'Storage provider must be service or object_store, but is "ftp".',
  ],
  [
    { storage: { provider: 'object_store' } },
    'storage.bucketDestination',
    'Bucket destination must be a URL such as "s3://my-bucket/reports/invoice.pdf", but is missing.',
  ],
  [
    { storage: { provider: 'service', bucketDestination: 's3://papers/x.pdf' } },
    'storage.bucketDestination',
    'A bucket destination requires the storage provider object_store, but the provider is service.',
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
    'A storage file name requires the storage provider service. With object_store, the bucket destination includes the name.',
  ],
  [
    { webhook: 'ftp://example.org' },
    'webhook',
    'Webhook "ftp://example.org" is not an http or https URL. Enter a URL such as https://example.org/page.',
  ],
  [
    { margin: { middle: '1cm' } },
    'margin.middle',
    '"middle" is not a field of margin. Its fields are top, right, bottom, and left.',
  ],
] as const;

describe('parseConversionRequest', () => {
  it('applies defaults and normalizes values', () => {
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

  it('reports all issues together, each with its field', () => {
    const found = issues({
      source: { kind: 'url', url: 'ftp://x' },
      format: 'a7',
      margin: { top: '1', left: '1em' },
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

  it('reports margins without room beside other issues', () => {
    const found = issues({ source, margin: { left: '11cm', right: '11cm' }, zoom: 9 });
    expect(Object.keys(found).sort()).toEqual(['margin', 'zoom']);
  });

  it.each(wrongTypes)('reports the issue of %j', (options, field, message) => {
    expect(issues({ source, ...options })).toEqual({ [field]: message });
  });

  it.each([
    [{}, 'Source must be HTML text or an http or https URL, but is missing.'],
    [{ source: null }, 'Source must be HTML text or an http or https URL, but is null.'],
    [{ source: '<p>' }, 'Source must be HTML text or an http or https URL, but is "<p>".'],
    [
      { source: { kind: 'html', html: ' ' } },
      'Source is empty. Enter HTML text or an http or https URL.',
    ],
    [
      { source: { kind: 'file', path: 'a.html' } },
      'Source "a.html" is not a full path. Write it from the root of the disk.',
    ],
  ])('reports the issue of the source of %j', (input, message) => {
    expect(issues(input)).toEqual({ source: message });
  });

  it.each([5, null, 'x', [], undefined])('rejects %j, which is not a request', (input) => {
    expect(() => parseConversionRequest(input)).toThrow(
      /^The request must be an object with a source, but is /,
    );
  });

  it('has its own message for every wrong type', () => {
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
    expect(messages.filter((message) => !/^[A-Z"].*\.$/.test(message))).toEqual([]);
    expect(messages.filter((message) => /Invalid|expected/.test(message))).toEqual([]);
  });
});

describe('checkField', () => {
  it('returns catalog messages for values and types alike', () => {
    expect(checkField('format', 'a7')).toEqual(message('request.formatUnknown', { format: 'a7' }));
    expect(checkField('format', null)).toEqual(
      message('request.formatType', { value: literal('null') }),
    );
    expect(checkField('zoom', 'x')?.key).toBe('request.zoomRange');
  });

  it('returns the message of the whole request', () => {
    expect(textOf(checkField('margin.top', '1'))).toBe(
      issues({ source, margin: { top: '1' } })['margin.top'],
    );
    expect(textOf(checkField('zoom', 3))).toBe(issues({ source, zoom: 3 })['zoom']);
    expect(textOf(checkField('pages', '0'))).toBe(issues({ source, pages: '0' })['pages']);
    expect(textOf(checkField('filename', 'a:b.pdf'))).toBe(
      issues({ source, filename: 'a:b.pdf' })['filename'],
    );
  });

  it('returns no issue for valid and missing values', () => {
    expect(checkField('margin.top', '1cm')).toBeNull();
    expect(checkField('format', 'A4')).toBeNull();
    expect(checkField('pages', undefined)).toBeNull();
  });
});
