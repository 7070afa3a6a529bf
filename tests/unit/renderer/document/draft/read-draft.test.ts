import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import { readDraft, sourceKey } from '../../../../../renderer/document/draft/read-draft.js';
import { requestToWire } from '../../../../../electron/shared/request/wire.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

const html = '<p>Hello</p>';
const draft = (change: Partial<Draft> = {}): Draft => ({
  ...draftDefaults,
  tab: 'html',
  html,
  ...change,
});
const fieldsOf = (change: Partial<Draft>, url = '') =>
  readDraft(draft(change), url).issues.map(({ field }) => field);

describe('readDraft', () => {
  it('requests nothing but the source if nothing was changed', () => {
    expect(readDraft(draft(), '').request).toEqual({
      source: { kind: 'html', html },
      disableJavascript: false,
      timeoutSeconds: 30,
      zoom: 1,
    });
  });

  it.each<[string, Partial<Draft>, object]>([
    ['a named format', { format: 'a5' }, { format: 'a5' }],
    [
      'a custom size as users type it',
      { format: 'custom', customWidth: '8,5 IN', customHeight: '11in' },
      { format: '8.5inx11in' },
    ],
    ['landscape', { orientation: 'landscape' }, { landscape: true }],
    ['portrait', { orientation: 'portrait' }, { landscape: false }],
    [
      'a margin preset',
      { marginPreset: 'normal' },
      { margin: { top: '2cm', right: '2cm', bottom: '2cm', left: '2cm' } },
    ],
    [
      'only the sides that were written',
      { marginPreset: 'custom', margin: { top: '2,5 cm', right: '', bottom: '', left: ' ' } },
      { margin: { top: '2.5cm' } },
    ],
    ['pages in their canonical spelling', { pages: ' 1-3, 5 ' }, { pages: '1-3,5' }],
    ['a scale in percent', { zoom: '85 %' }, { zoom: 0.85 }],
    ['a scale without a sign', { zoom: '150' }, { zoom: 1.5 }],
    ['a scale as a factor', { zoom: '1,5' }, { zoom: 1.5 }],
    ['a factor without decimals', { zoom: '2' }, { zoom: 2 }],
    [
      'bare numbers in the unit of lengths',
      {
        format: 'custom',
        customWidth: '200',
        customHeight: '100,5',
        marginPreset: 'custom',
        margin: { top: '20', right: '', bottom: '', left: '' },
      },
      { format: '200mmx100.5mm', margin: { top: '20mm' } },
    ],
    ['JavaScript disabled', { javascript: false }, { disableJavascript: true }],
    [
      'warnings that fail the conversion',
      { failOn: ['fonts', 'resources'] },
      { failOn: ['resources', 'fonts'] },
    ],
    [
      'attachments',
      { attachments: [{ path: '/a/data.csv', name: ' ', description: ' Figures ' }] },
      { attachments: [{ path: '/a/data.csv', description: 'Figures' }] },
    ],
    ['a timeout', { timeout: '60' }, { timeoutSeconds: 60 }],
    [
      'a base URL',
      { base: ' https://example.org/docs/ ' },
      { source: { kind: 'html', html, base: 'https://example.org/docs/' } },
    ],
  ])('applies %s', (_, change, expected) => {
    const reading = readDraft(draft(change), '');
    expect(reading.issues).toEqual([]);
    expect(reading.request).toMatchObject(expected);
  });

  it('keeps the margins of the page unless some are selected', () => {
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
    expect(readDraft(draft({ marginPreset: 'page', margin }), '').request).not.toHaveProperty(
      'margin',
    );
  });

  it.each<[Partial<Draft>, string]>([
    [{ format: 'custom', customWidth: '10', customHeight: '2' }, 'format'],
    [{ format: 'custom', customWidth: '' }, 'format'],
    [
      { marginPreset: 'custom', margin: { top: '1 m', right: '', bottom: '', left: '' } },
      'margin.top',
    ],
    [
      { marginPreset: 'custom', margin: { top: '', right: '15cm', bottom: '', left: '15cm' } },
      'margin',
    ],
    [{ pages: '3-1' }, 'pages'],
    [{ zoom: '300' }, 'zoom'],
    [{ zoom: '5' }, 'zoom'],
    [{ zoom: '5%' }, 'zoom'],
    [{ zoom: 'foo' }, 'zoom'],
    [{ timeout: '0' }, 'timeoutSeconds'],
    [{ timeout: 'soon' }, 'timeoutSeconds'],
    [{ base: 'docs' }, 'source.base'],
  ])('has no request for %j, and names %s', (change, field) => {
    expect(readDraft(draft(change), '').request).toBeNull();
    expect(fieldsOf(change)).toEqual([field]);
  });

  it('reports all errors together', () => {
    expect(fieldsOf({ pages: '0', zoom: '0', timeout: 'x', filename: 'a:b.pdf' }).sort()).toEqual([
      'filename',
      'pages',
      'timeoutSeconds',
      'zoom',
    ]);
  });

  it('keeps the preview while only the file name is invalid', () => {
    const reading = readDraft(draft({ filename: '../x.pdf' }), '');
    expect(reading.issues.map(({ field }) => field)).toEqual(['filename']);
    expect(reading.request).not.toBeNull();
    expect(reading.request).not.toHaveProperty('filename');
  });

  it.each([
    ['', '10', /^Width is empty\. Enter a number with a unit/],
    ['abc', '10', /^Width "abc" does not start with a number/],
    ['10', '', /^Height is empty/],
    ['0', '10', /^Width "0 mm"/],
  ])('names the wrong side of a custom size of %j by %j', (customWidth, customHeight, text) => {
    const { issues } = readDraft(draft({ format: 'custom', customWidth, customHeight }), '');
    const [issue, ...others] = issuesInEnglish(issues);
    expect(issue?.message).toMatch(text);
    expect(others).toEqual([]);
  });

  it.each([
    ['1.5', 1.5],
    ['150 %', 1.5],
    ['85', 0.85],
  ])('reads the scale %j', (zoom, factor) => {
    expect(readDraft(draft({ zoom }), '').request?.zoom).toBe(factor);
  });

  it('reads numbers with their units', () => {
    const own = { delaySeconds: '500 ms', viewportWidth: '800px', headerFontSize: '10 pt' };
    const { request } = readDraft(draft({ timeout: '2 min', own }), '');
    const numbers = { delaySeconds: 0.5, viewportWidth: 800, headerFontSize: 10 };
    expect(request).toMatchObject({ timeoutSeconds: 120, ...numbers });
  });

  it('gives the range of the scale in percent', () => {
    const [issue] = issuesInEnglish(readDraft(draft({ zoom: '300' }), '').issues);
    expect(issue?.message).toBe('Scale must be from 10% to 200%, such as 125%, but is "300".');
  });

  it.each<[Draft['tab']]>([['files'], ['url'], ['html']])(
    'does not report an empty source in the tab %s',
    (tab) => {
      const reading = readDraft(draft({ tab, html: ' \n' }), '');
      expect(reading).toEqual({ request: null, issues: [], sourceIsEmpty: true });
    },
  );

  it('checks the other fields while the source is empty', () => {
    expect(fieldsOf({ tab: 'url', pages: '0' })).toEqual(['pages']);
  });

  it('converts the loaded URL, not the one being typed', () => {
    const reading = readDraft(draft({ tab: 'url', url: 'example.or' }), 'example.org');
    expect(reading.request?.source).toEqual({ kind: 'url', url: 'https://example.org' });
  });

  it('names the source if the URL cannot be opened', () => {
    expect(fieldsOf({ tab: 'url' }, 'ftp://example.org/a')).toEqual(['source']);
  });

  it('converts the selected file', () => {
    const reading = readDraft(draft({ tab: 'files', selectedPath: '/home/a/page.html' }), '');
    expect(reading.request?.source).toEqual({ kind: 'file', path: '/home/a/page.html' });
  });

  it('lets a file from a folder read the whole folder', () => {
    const onlyFile = { path: '/home/a/page.html', name: 'page.html', size: 1 };
    const found = { path: '/manual/b/page.html', name: 'b/page.html', size: 1, folder: '/manual' };
    const files = [onlyFile, found];
    const sourceOf = (selectedPath: string) =>
      readDraft(draft({ tab: 'files', files, selectedPath }), '').request?.source;

    expect(sourceOf(found.path)).toEqual({ kind: 'file', path: found.path, folder: '/manual' });
    expect(sourceOf(onlyFile.path)).toEqual({ kind: 'file', path: onlyFile.path });
  });
});

describe('sourceKey', () => {
  it('differs for each file, each URL, and the editor', () => {
    const keys = [
      sourceKey(draft({ tab: 'files', selectedPath: '/a' }), ''),
      sourceKey(draft({ tab: 'files', selectedPath: '/b' }), ''),
      sourceKey(draft({ tab: 'url' }), 'https://example.org/'),
      sourceKey(draft(), ''),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('stays the same while the HTML is edited', () => {
    expect(sourceKey(draft({ html: 'a' }), '')).toBe(sourceKey(draft({ html: 'b' }), ''));
  });
});

describe('the paper of the region', () => {
  const pageOf = (change: Partial<Draft> = {}) =>
    readDraft(draft(change), '', 'in', 'letter').request;

  it('is for pages that name none, and is not sent to a service', () => {
    expect(pageOf()).toMatchObject({ defaultFormat: 'letter' });
    expect(pageOf()).not.toHaveProperty('format');
    const request = pageOf({ renderOn: 'office' });
    expect(request && requestToWire(request)).toEqual({ source: html });
  });

  it('does not replace a selected size', () => {
    expect(pageOf({ format: 'a5' })).toMatchObject({ format: 'a5' });
  });
});
