import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import {
  addSources,
  allowFolder,
  allowedFoldersOf,
  disallowFolder,
  changeDraft,
  untouchFields,
  dismissRefused,
  loadUrl,
  removeFiles,
  restoreDraft,
  touchFields,
  useDraft,
} from '../../../../../renderer/document/draft/draft-store.js';
import { readDraft } from '../../../../../renderer/document/draft/read-draft.js';
import { replaceHtml } from '../../../../../renderer/document/form/sources.js';

const start = useDraft.getInitialState();
const file = (name: string) => ({ path: `/home/a/${name}`, name, size: 10 });
const [one, two, three] = [file('1.html'), file('2.html'), file('3.html')];
const draft = () => useDraft.getState().draft;

beforeEach(() => {
  // The clock of a notice with Undo would end while another file is tested.
  vi.useFakeTimers();
  useDraft.setState(start, true);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('allowed folders', () => {
  it('belong to the shown file alone, and stay when it is found again', () => {
    addSources({ files: [one, two], refused: [] });
    allowFolder('/home/style');
    allowFolder('/home/images');
    allowFolder('/home/style');
    addSources({ files: [one], refused: [] });
    expect(allowedFoldersOf(draft())).toEqual(['/home/images', '/home/style']);
    expect(readDraft(draft(), '').request?.source).toEqual({
      kind: 'file',
      path: one.path,
      allowedFolders: ['/home/images', '/home/style'],
    });
    disallowFolder('/home/images');
    expect(allowedFoldersOf(draft())).toEqual(['/home/style']);
    changeDraft({ selectedPath: two.path });
    expect(allowedFoldersOf(draft())).toEqual([]);
  });

  it('are forgotten when the HTML is replaced', () => {
    changeDraft({ tab: 'html', html: '<p>a' });
    allowFolder('/home/style');
    expect(readDraft(draft(), '').request?.source).toMatchObject({
      allowedFolders: ['/home/style'],
    });
    replaceHtml('<p>b');
    expect(allowedFoldersOf(draft())).toEqual([]);
  });

  it('are of no URL', () => {
    changeDraft({ tab: 'url', url: 'https://example.org' });
    allowFolder('/home/style');
    expect(allowedFoldersOf(draft())).toEqual([]);
    expect(draft().allowedFolders).toEqual([]);
  });
});

describe('the list of files', () => {
  it('opens its tab and shows the first added file', () => {
    addSources({ files: [one, two], refused: [] });
    expect(draft()).toMatchObject({ tab: 'files', files: [one, two], selectedPath: one.path });
  });

  it('adds each file once, and shows one that is added again', () => {
    addSources({ files: [one, two], refused: [] });
    addSources({ files: [two, three], refused: [] });
    expect(draft().files).toEqual([one, two, three]);
    expect(draft().selectedPath).toBe(two.path);
  });

  it('lets a known file read the folder that it is found in later', () => {
    addSources({ files: [{ ...one, folder: '/home/a' }, two], refused: [] });
    addSources({ files: [one, { ...two, folder: '/home/a' }], refused: [] });
    expect(draft().files.map(({ folder }) => folder)).toEqual(['/home/a', '/home/a']);
  });

  it('keeps the shown file if only rejected ones are added', () => {
    addSources({ files: [one], refused: [] });
    addSources({ files: [], refused: [{ path: '/x.pdf', message: literal('A PDF.') }] });
    expect(draft().selectedPath).toBe(one.path);
    expect(useDraft.getState().refused).toEqual([{ path: '/x.pdf', message: literal('A PDF.') }]);
  });

  it('shows the next file if the shown one is removed, and the previous one at the end', () => {
    addSources({ files: [one, two, three], refused: [] });
    removeFiles(new Set([one.path]));
    expect(draft().selectedPath).toBe(two.path);
    changeDraft({ selectedPath: three.path });
    removeFiles(new Set([three.path]));
    expect(draft().selectedPath).toBe(two.path);
    removeFiles(new Set([two.path]));
    expect(draft()).toMatchObject({ files: [], selectedPath: null });
  });

  it('keeps the shown file if another one is removed', () => {
    addSources({ files: [one, two], refused: [] });
    removeFiles(new Set([two.path]));
    expect(draft().selectedPath).toBe(one.path);
  });

  it('reports a rejected file once, with its last reason, until it is dismissed', () => {
    addSources({ files: [], refused: [{ path: '/x', message: literal('first') }] });
    addSources({ files: [], refused: [{ path: '/x', message: literal('second') }] });
    addSources({ files: [], refused: [{ path: '/y', message: literal('other') }] });
    expect(useDraft.getState().refused.map(({ message }) => message)).toEqual([
      literal('other'),
      literal('second'),
    ]);
    dismissRefused('/y');
    expect(useDraft.getState().refused).toHaveLength(1);
    dismissRefused();
    expect(useDraft.getState().refused).toEqual([]);
  });

  it('forgets a rejected file once it is added', () => {
    const refused = ['/x', '/y'].map((path) => ({ path, message: literal('not a page') }));
    addSources({ files: [], refused });
    addSources({ files: [{ ...one, path: '/x' }], refused: [] });
    expect(useDraft.getState().refused.map(({ path }) => path)).toEqual(['/y']);
  });

  it('forgets rejected files once it is cleared', () => {
    addSources({ files: [one, two], refused: [{ path: '/x', message: literal('not a page') }] });
    removeFiles(new Set([one.path]));
    expect(useDraft.getState().refused).toHaveLength(1);
    removeFiles(new Set([two.path]));
    expect(useDraft.getState().refused).toEqual([]);
  });
});

describe('the URL', () => {
  it('is loaded only on request', () => {
    changeDraft({ url: 'example.org' });
    expect(useDraft.getState().loadedUrl).toBe('');
    loadUrl();
    expect(useDraft.getState().loadedUrl).toBe('example.org');
    loadUrl('example.com');
    expect(draft().url).toBe('example.com');
  });

  it('is loaded again with the draft of the last run', () => {
    restoreDraft({ ...draftDefaults, tab: 'url', url: 'example.org' });
    expect(useDraft.getState().loadedUrl).toBe('example.org');
  });
});

describe('shown errors', () => {
  it('are those of the fields that lost focus', () => {
    touchFields(['pages', 'zoom']);
    untouchFields(new Set(['pages'] as const));
    expect([...useDraft.getState().touched]).toEqual(['zoom']);
  });
});
