import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import type { Message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { readBatch } from '../../../../../renderer/document/draft/read-batch.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import {
  countPdfs,
  indexAfterMove,
  mergeConflicts,
  reordered,
  withMovedFile,
} from '../../../../../renderer/document/draft/merging.js';
import { outputExample, suggestedName } from '../../../../../renderer/document/draft/output.js';
import { readDraft, sourceKey } from '../../../../../renderer/document/draft/read-draft.js';
import { draftOfRequest } from '../../../../../renderer/document/draft/draft-of-request.js';

const file = (path: string, folder?: string) => ({
  path,
  name: path.split('/').at(-1) ?? '',
  size: 1,
  ...(folder !== undefined && { folder }),
});

const files: Draft = {
  ...draftDefaults,
  merge: true,
  files: [file('/a/intro.html'), file('/a/part.pdf'), file('/a/guide.html')],
  selectedPath: '/a/guide.html',
};
const single: Draft = { ...files, merge: false };
const urls: Draft = { ...files, tab: 'url', url: 'example.org/a\n\nexample.org/b' };
const nothing = { unit: 'mm', targets: [], endpoints: [], protections: [] } as const;
const parts = [
  { kind: 'file', path: '/a/intro.html' },
  { kind: 'file', path: '/a/part.pdf' },
  { kind: 'file', path: '/a/guide.html' },
];
const texts = (issues: readonly { readonly message: Message }[]) =>
  issues.map((issue) => englishText(issue.message));

describe('merging', () => {
  it('makes one document of all files in their order, PDFs included', () => {
    const source = { kind: 'merged', parts };
    expect(readDraft(files, '').request).toMatchObject({ source });
    expect(readBatch(files, nothing)).toMatchObject({ sources: [source], issues: [] });
    expect(countPdfs(files)).toBe(1);
  });

  it('makes one document of all URLs', () => {
    const address = (url: string) => ({ kind: 'url', url });
    expect(readBatch(urls, nothing).sources).toEqual([
      { kind: 'merged', parts: ['https://example.org/a', 'https://example.org/b'].map(address) },
    ]);
  });

  it('needs two documents; one is converted as ever', () => {
    const one = { ...files, files: files.files.slice(0, 1), selectedPath: '/a/intro.html' };
    expect(readDraft(one, '').request).toMatchObject({ source: parts[0] });
    const html: Draft = { ...files, tab: 'html', html: '<p>' };
    expect(readDraft(html, '').request).toMatchObject({ source: { kind: 'html' } });
  });

  it('skips no invalid URL, as its page would be missing', () => {
    const wrong = { ...urls, url: 'example.org/a\nftp://example.org\nexample.org/b' };
    expect(texts(readBatch(wrong, nothing).issues)[0]).toMatch(/^Line 2: .*ftp/);
    expect(readDraft(wrong, '').request).toBeNull();
    expect(readBatch({ ...wrong, merge: false }, nothing)).toMatchObject({ issues: [] });
  });

  it('leaves PDFs out while documents are converted one by one', () => {
    expect(readBatch(single, nothing).sources).toEqual([parts[0], parts[2]]);
    const pdf = { ...single, selectedPath: '/a/part.pdf' };
    const alone = '"/a/part.pdf" is already a PDF. It can only be merged with other documents.';
    expect(texts(readDraft(pdf, '').issues)).toEqual([alone]);
    const onlyPdf = { ...pdf, files: [file('/a/part.pdf')] };
    expect(texts(readBatch(onlyPdf, nothing).issues)).toEqual([alone]);
  });

  it.each([
    [{ pages: '1-2' }, ['pages']],
    [{ own: { oddEven: 'odd', tagged: 'on' } }, ['oddEven']],
    [{ own: { tableOfContents: '2' } }, []],
    [{ renderOn: 'office' }, ['renderOn']],
    [{ pages: '0', format: 'a5' }, ['pages']],
  ] as const)('cannot be combined with %j', (change, fields) => {
    const draft: Draft = { ...files, ...change };
    expect(mergeConflicts(readDraft(draft, '').issues).map(({ field }) => field)).toEqual(fields);
    expect(mergeConflicts(readDraft({ ...draft, merge: false }, '').issues)).toEqual([]);
  });

  it('refuses the same in the queue', () => {
    expect(readBatch({ ...files, pages: '1' }, nothing).issues).toEqual([
      expect.objectContaining({ field: 'pages' }),
    ]);
  });

  it('names the PDF as the command line does, and keeps no subfolder', () => {
    expect(suggestedName(files, 0, null)).toBe('intro-merged.pdf');
    const inFolder = {
      ...files,
      outputFolder: '/out',
      files: [file('/a/manual/x/1.html', '/a/manual'), file('/a/manual/2.html', '/a/manual')],
      selectedPath: '/a/manual/x/1.html',
    };
    const facts = { title: '', date: new Date(0) };
    expect(outputExample(inFolder, 0, facts)).toBe('manual.pdf');
    const named = { ...inFolder, filename: '{name}-{n}.pdf' };
    expect(outputExample(named, 0, facts)).toBe('manual-1.pdf');
  });

  it('stays the same document in another order, and is another one with other documents', () => {
    const [first, ...others] = files.files;
    const other = { ...files, files: [...others, ...(first ? [first] : [])] };
    expect(sourceKey(other, '')).toBe(sourceKey(files, ''));
    expect(sourceKey({ ...files, files: others }, '')).not.toBe(sourceKey(files, ''));
    expect(sourceKey(single, '')).toBe('file:/a/guide.html');
  });

  it('returns to the form with a job', () => {
    const request = readDraft(files, '').request;
    if (!request) throw new Error('The form is invalid.');
    const { change } = draftOfRequest(request, []);
    expect(change).toMatchObject({ tab: 'files', merge: true });
    expect(change.files?.map(({ path }) => path)).toEqual(parts.map(({ path }) => path));
  });
});

describe('the order of a list', () => {
  it.each([
    [0, 2, 'bacd'],
    [0, 4, 'bcda'],
    [3, 0, 'dabc'],
    [2, 1, 'acbd'],
    [1, 1, 'abcd'],
    [1, 2, 'abcd'],
  ])('item %i moved before %i: %s', (from, before, expected) => {
    const list = ['a', 'b', 'c', 'd'];
    expect(reordered(list, from, before).join('')).toBe(expected);
    const places = list.map((_, index) => indexAfterMove(index, from, before));
    expect(places).toEqual(list.map((item) => expected.indexOf(item)));
  });

  it.each([
    [0, 1, 'y1 x1 y2 x2'],
    [1, 0, 'y1 x2 x1 y2'],
    [0, 2, 'y1 y2 x2 x1'],
  ])('of a filtered one, %i before %i: %s', (from, before, expected) => {
    const all = ['y1', 'x1', 'y2', 'x2'].map((name) => file(name));
    const shown = all.filter(({ name }) => name.startsWith('x'));
    const moved = withMovedFile(all, shown, from, before);
    expect(moved.map(({ name }) => name).join(' ')).toBe(expected);
  });
});
