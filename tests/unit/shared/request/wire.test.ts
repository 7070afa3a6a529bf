import { describe, expect, it } from 'vitest';
import { AppError, issueText } from '../../../../electron/shared/messages/errors.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { requestOptionNames } from '../../../../electron/shared/request/own-options.js';
import {
  requestFromWire,
  requestToWire,
  wireFields,
  wireVocabulary,
} from '../../../../electron/shared/request/wire.js';

function fieldsOf(action: () => unknown): Record<string, string> {
  try {
    action();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return Object.fromEntries(
      (thrown.fields ?? []).map((issue) => [issue.field, issueText(issue)]),
    );
  }
  throw new Error('There was no issue.');
}

const full = {
  source: '<p>x',
  compliance: { gdpr: true, hipaa: false },
  disable_javascript: true,
  filename: 'x.pdf',
  format: 'a5',
  margin: { top: '1cm', left: '2.5mm' },
  pages: '1,4,9',
  storage: { provider: 'object_store', bucket_destination: 's3://papers/2025/x.pdf' },
  webhook: 'https://example.org/done',
  zoom: 1.5,
} as const;

describe("Platen's own options on the wire", () => {
  it('are extensions of the API', () => {
    expect(
      requestFromWire({ source: '<p>x', delay_seconds: 1.5, scroll_through: true }),
    ).toMatchObject({ delaySeconds: 1.5, scrollThrough: true });
  });

  it('must end before the timeout, which is longer for them unless the service sets it', () => {
    expect(requestFromWire({ source: '<p>x' }).timeoutSeconds).toBe(30);
    const request = { source: '<p>x', delay_seconds: 60 };
    expect(requestFromWire(request).timeoutSeconds).toBe(90);
    const found = fieldsOf(() => requestFromWire(request, { isStrict: false, timeoutSeconds: 60 }));
    expect(found).toEqual({
      delay_seconds: 'Extra delay (60 s) must be shorter than the timeout (60 s).',
    });
  });

  it.each([
    [
      { delay_second: 1 },
      '"delay_second" is not a field of the request. Did you mean delay_seconds?',
    ],
    [
      { waitForSelector: 'p' },
      '"waitForSelector" is not a field of the request. Did you mean wait_for_selector?',
    ],
    [{ formt: 'a4' }, '"formt" is not a field of the request. Did you mean format?'],
    [{ margin: { topp: '1cm' } }, '"topp" is not a field of margin. Did you mean top?'],
  ])('%j: %s', (fields, message) => {
    expect(Object.values(fieldsOf(() => requestFromWire({ source: '<p>x', ...fields })))).toEqual([
      message,
    ]);
  });

  it('are refused by strict rules', () => {
    const found = fieldsOf(() =>
      requestFromWire({ source: '<p>x', delay_seconds: 1.5 }, { isStrict: true }),
    );
    expect(Object.keys(found)).toEqual(['delay_seconds']);
    expect(found['delay_seconds']).toContain('is not a field of the request');
  });
});

describe('requestFromWire', () => {
  it('reads every field of the API', () => {
    expect(requestFromWire(full)).toEqual({
      source: { kind: 'html', html: '<p>x' },
      compliance: { gdpr: true, hipaa: false },
      disableJavascript: true,
      filename: 'x.pdf',
      format: 'a5',
      margin: { top: '1cm', left: '2.5mm' },
      pages: '1,4,9',
      storage: { provider: 'object_store', bucketDestination: 's3://papers/2025/x.pdf' },
      webhook: 'https://example.org/done',
      zoom: 1.5,
      timeoutSeconds: 30,
    });
  });

  it('names fields as the API does and reports all issues together', () => {
    const found = fieldsOf(() =>
      requestFromWire({
        source: 'file:///etc/passwd',
        disable_javascript: 'yes',
        storage: { provider: 'object_store', bucket_destination: 'x', colour: 1 },
        zoom: 3,
        landscape: true,
        disableJavascript: true,
        margin: { middle: '1cm' },
      }),
    );
    expect(Object.keys(found)).toEqual([
      'source',
      'disable_javascript',
      'storage.bucket_destination',
      'zoom',
      'storage.colour',
      'landscape',
      'disableJavascript',
      'margin.middle',
    ]);
    const fields = [...wireFields, ...requestOptionNames].map(wireVocabulary.nameOf);
    expect(found['landscape']).toBe(
      `"landscape" is not a field of the request. Its fields are ${fields.slice(0, -1).join(', ')}, and ${fields.at(-1) ?? ''}.`,
    );
    expect(found['storage.colour']).toBe(
      '"colour" is not a field of storage. Its fields are provider, filename, and bucket_destination.',
    );
  });

  it(
    'lists the first 50 of 200,000 unknown fields and counts the rest',
    { timeout: 120_000 },
    () => {
      const fields = Array.from({ length: 200_000 }, (_, n) => [`x${n}`, n] as const);
      const json = { source: '<p>x', ...Object.fromEntries(fields) };
      const found = Object.entries(fieldsOf(() => requestFromWire(json)));
      expect(found).toHaveLength(51);
      expect(found.at(-1)).toEqual(['', 'There are 199,950 more unknown fields.']);
      const margin = Object.fromEntries(fields.slice(0, 51));
      expect(fieldsOf(() => requestFromWire({ source: '<p>x', margin }))['']).toBe(
        'There is 1 more unknown field.',
      );
      const source = { kind: 'html', html: '<p>x' };
      expect(fieldsOf(() => parseConversionRequest({ source, margin }))['']).toBe(
        'There is 1 more unknown field.',
      );
    },
  );

  it('truncates the long name of an unknown field', () => {
    const name = '𝄞'.repeat(1_000_000);
    const cut = `${'𝄞'.repeat(60)}…`;
    const found = fieldsOf(() =>
      requestFromWire({ source: '<p>x', [name]: 1, margin: { [name]: 1 } }),
    );
    expect(Object.keys(found)).toEqual([cut, `margin.${cut}`]);
    expect(found[cut]).toContain(`"${cut}" is not a field of the request`);
  });

  it.each([
    [{}, 'Source must be HTML text or an http or https URL, but is missing.'],
    [{ source: 5 }, 'Source must be HTML text or an http or https URL, but is 5.'],
    [{ source: '' }, 'Source is empty. Enter HTML text or an http or https URL.'],
  ])('reports the issue of the source of %j', (json, message) => {
    expect(fieldsOf(() => requestFromWire(json))).toEqual({ source: message });
  });

  it('takes an optional field that is null for absent, also inside others', () => {
    const margin = { top: '1cm', left: null };
    const json = { source: '<p>x', zoom: null, storage: null, margin, css: null };
    expect(requestFromWire(json)).toEqual(
      requestFromWire({ source: '<p>x', margin: { top: '1cm' } }),
    );
  });

  it.each([null, 5, 'x', ['x'], undefined])('rejects %j, which is not an object', (json) => {
    expect(() => requestFromWire(json)).toThrow(/must be a JSON object with a source, but is /);
  });

  it('refuses points, zero without a unit and open ranges, which the API does not have', () => {
    const margin = { top: '1pt', right: '0', bottom: '1em', left: '0mm' };
    const json = { source: '<p>x', format: '300ptx400pt', margin, pages: '2-' };
    expect(fieldsOf(() => requestFromWire(json))).toEqual({
      format:
        'Format "300ptx400pt" is invalid. Width "300pt" has the unknown unit "pt". The units are px, cm, mm, and in.',
      'margin.top': 'Top margin "1pt" has the unknown unit "pt". The units are px, cm, mm, and in.',
      'margin.right': 'Right margin "0" has no unit. Add px, cm, mm, or in, such as 0cm.',
      'margin.bottom':
        'Bottom margin "1em" has the unknown unit "em". The units are px, cm, mm, and in.',
      pages: 'Pages "2-" has a range without a last page. Write the last page after 2-.',
    });
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', pages: '-2' }))).toEqual({
      pages: 'Pages "-2" has a range without a first page. Write 1-2, for example.',
    });
  });

  it('gives an issue the same sentence as a request of our own', () => {
    const options = {
      format: '10cmx-1cm',
      pages: '1,,2',
      zoom: 0,
      filename: '',
      margin: { top: '-1cm' },
    };
    const source = { kind: 'html', html: '<p>x' };
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', ...options }))).toEqual(
      fieldsOf(() => parseConversionRequest({ source, ...options })),
    );
  });
});

describe('requestToWire', () => {
  it('converts points to pixels and refuses a range to the end', () => {
    const source = { kind: 'html', html: '<p>x' };
    const margin = { top: '36pt', right: '10 pt', bottom: '0' };
    const request = parseConversionRequest({ source, format: '300 pt x 5in', margin });
    expect(requestToWire(request)).toEqual({
      source: '<p>x',
      format: '400pxx5in',
      margin: { top: '48px', right: '13.333333px', bottom: '0mm' },
    });
    const open = parseConversionRequest({ source, pages: '1,2-' });
    expect(fieldsOf(() => requestToWire(open))).toEqual({
      pages: 'The API does not support ranges without a last page. Write the last page after 2-.',
    });
  });

  it('round-trips a request', () => {
    expect(requestToWire(requestFromWire(full))).toEqual(full);
  });

  it('sends only the options that are set', () => {
    const request = parseConversionRequest({ source: { kind: 'url', url: 'https://example.org' } });
    expect(requestToWire(request)).toEqual({ source: 'https://example.org' });
  });

  it.each(['1-3', '2', '1,4,9'])('sends the pages %s', (pages) => {
    expect(requestToWire(requestFromWire({ source: 'x', pages })).pages).toBe(pages);
  });

  it('reports everything that the API does not support', () => {
    const request = parseConversionRequest({
      source: { kind: 'html', html: 'https://example.org', base: '/srv' },
      landscape: true,
      timeoutSeconds: 60,
      pages: '1-3,5',
      failOn: ['fonts', 'resources'],
    });
    expect(fieldsOf(() => requestToWire(request))).toEqual({
      source:
        'The API would read the HTML text "https://example.org" as a URL. Put it into a tag, such as <p>.',
      'source.base':
        'The API has no base URL. Put <base href="…"> into the HTML instead of "/srv".',
      pages:
        'Pages "1-3,5" has several parts, one of them a range. The API accepts one range, such as 1-3, or a list of numbers, such as 1,4,9.',
      landscape:
        'The API has no landscape option. Write the format with its long side first, such as 297mmx210mm.',
      timeoutSeconds: 'The API has no timeout. Remove timeoutSeconds, which is 60.',
      failOn: 'The API cannot fail on warnings. Remove failOn, which is resources,fonts.',
    });
  });

  it('does not send a file', () => {
    const request = parseConversionRequest({ source: { kind: 'file', path: '/srv/a.html' } });
    expect(fieldsOf(() => requestToWire(request))).toEqual({
      source: 'The API does not accept files. Send the HTML of "/srv/a.html" as text.',
    });
  });
});
