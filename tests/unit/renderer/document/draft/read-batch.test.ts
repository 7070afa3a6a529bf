import { countSources } from '../../../../../renderer/document/draft/draft-store.js';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import { outputExample } from '../../../../../renderer/document/draft/output.js';
import { readBatch, sourcesText } from '../../../../../renderer/document/draft/read-batch.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

const file = (path: string, folder?: string) => ({
  path,
  name: path.split('/').at(-1) ?? '',
  size: 1,
  ...(folder !== undefined && { folder }),
});

const files: Draft = {
  ...draftDefaults,
  tab: 'files',
  files: [file('/home/a/manual/guide/intro.html', '/home/a/manual'), file('/home/a/b.html')],
  selectedPath: '/home/a/manual/guide/intro.html',
};
const addresses: Draft = {
  ...draftDefaults,
  tab: 'url',
  url: 'example.org/a\n\nexample.com/b.html',
};

const html: Draft = { ...draftDefaults, tab: 'html', html: '<p>' };

const nothing = { unit: 'mm', targets: [], endpoints: [], protections: [] } as const;

describe('a form as work for the queue', () => {
  it('contains each file with its folder', () => {
    const { sources, issues } = readBatch(files, nothing);
    expect(issues).toEqual([]);
    expect(sources).toEqual([
      { kind: 'file', path: '/home/a/manual/guide/intro.html', folder: '/home/a/manual' },
      { kind: 'file', path: '/home/a/b.html' },
    ]);
  });

  it('contains each URL that is not blank, with its scheme', () => {
    expect(readBatch(addresses, nothing).sources).toEqual([
      { kind: 'url', url: 'https://example.org/a' },
      { kind: 'url', url: 'https://example.com/b.html' },
    ]);
  });

  it('contains the HTML with its base', () => {
    const { sources } = readBatch({ ...html, base: '/home/a' }, nothing);
    expect(sources).toEqual([{ kind: 'html', html: '<p>', base: '/home/a' }]);
    expect(readBatch({ ...html, html: ' ' }, nothing).sources).toEqual([]);
  });

  it('contains the options and the output', () => {
    const settings = { format: 'a5', zoom: '85', filename: '{n}.pdf' };
    const output = { outputFolder: ' /out ', existing: 'skip' } as const;
    const { options } = readBatch({ ...files, ...settings, ...output }, nothing);
    expect(options).toEqual({
      request: {
        format: 'a5',
        zoom: 0.85,
        filename: '{n}.pdf',
        disableJavascript: false,
        timeoutSeconds: 30,
      },
      output: { folder: '/out', existing: 'skip', save: true, uploads: [] },
      renderOn: null,
    });
    expect(readBatch(files, nothing).options?.output).toMatchObject({
      folder: null,
      existing: 'number',
    });
  });

  it.each([
    [{ ...files, zoom: '5' }, 'zoom'],
    [{ ...files, outputFolder: 'out' }, 'output.folder'],
    [{ ...files, filename: '{what}.pdf' }, 'filename'],
  ])('has no options while one is invalid: %#', (draft, field) => {
    const { options, issues } = readBatch(draft, nothing);
    expect(options).toBeNull();
    expect(issues.map((issue) => issue.field)).toEqual([field]);
  });

  it('skips invalid URLs, and reports them if there are no others', () => {
    const { issues: none, sources } = readBatch(
      { ...addresses, url: 'example.org\nftp://a' },
      nothing,
    );
    expect([none, sources.length]).toEqual([[], 1]);
    const { issues } = readBatch({ ...addresses, url: '\nftp://a' }, nothing);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ field: 'source' });
    expect(issuesInEnglish(issues)[0]?.message).toMatch(/^Line 2: /);
  });

  it('rejects one name for several PDFs, and accepts one that differs', () => {
    const messages = (draft: Draft) =>
      issuesInEnglish(readBatch(draft, nothing).issues).map(({ message }) => message);
    expect(messages({ ...files, filename: 'a.pdf' })).toEqual([
      'All PDFs of the batch would be named "a.pdf". Add {name}, {title} or {n}, or leave it empty.',
    ]);
    expect(messages({ ...files, filename: '{date}.pdf' })).toHaveLength(1);
    expect(messages({ ...files, filename: '{date}-{name}.pdf' })).toEqual([]);
    expect(messages({ ...html, filename: 'a.pdf' })).toEqual([]);
    // Nothing is saved, and the upload path names each file.
    const elsewhere = { ...files, filename: 'a.pdf', uploadTargets: ['x'], uploadPath: '{n}.pdf' };
    const sameName = expect.stringContaining('would be named "a.pdf"') as string;
    expect(messages({ ...elsewhere, save: false })).not.toContainEqual(sameName);
    expect(messages({ ...elsewhere, save: true })).toContainEqual(sameName);
    expect(messages({ ...elsewhere, save: false, uploadPath: 'in' })).toContainEqual(sameName);
  });

  it('is counted in words', () => {
    expect([files, addresses, html, draftDefaults].map(countSources)).toEqual([2, 2, 1, 0]);
    expect([files, addresses].map((draft) => sourcesText(draft))).toEqual(['2 files', '2 URLs']);
  });
});

describe('the example of an output', () => {
  const facts = { title: 'An intro', date: new Date(2026, 10, 20) };

  it.each([
    [files, 0, 'intro.pdf'],
    [{ ...files, outputFolder: '/out' }, 0, 'guide/intro.pdf'],
    [{ ...files, filename: '{n}-{name}-{date}.pdf' }, 0, '1-intro-2026-11-20.pdf'],
    [{ ...files, filename: '{title}.pdf' }, 0, 'An intro.pdf'],
    [{ ...files, selectedPath: '/home/a/b.html', filename: '{n}.pdf' }, 0, '2.pdf'],
    [{ ...files, filename: 'a:b.pdf' }, 0, null],
    [{ ...files, files: [], selectedPath: null }, 0, null],
    [addresses, 0, 'a.pdf'],
    [{ ...addresses, filename: '{n}-{name}.pdf' }, 2, '2-b.pdf'],
    [addresses, 1, null],
    [html, 0, 'document.pdf'],
  ])('%#', (draft, address, path) => {
    expect(outputExample(draft, address, facts)).toBe(path);
  });
});
