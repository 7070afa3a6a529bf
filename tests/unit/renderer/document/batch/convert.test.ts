import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
  showUndo: vi.fn(),
}));
const ui = vi.hoisted(() => ({ focusField: vi.fn(), showView: vi.fn() }));
vi.mock('../../../../../renderer/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/notices.js', () => notices);
vi.mock('../../../../../renderer/ui/ui-store.js', () => ui);

const files = ['/home/a/1.html', '/home/a/2.html'].map((path) => ({ path, name: path, size: 1 }));

/** Loads the window's modules with a draft. */
async function startWindow(draft: Partial<Draft>) {
  const drafts = await import('../../../../../renderer/document/form/draft-store.js');
  drafts.changeDraft(draft);
  drafts.loadUrl();
  return {
    ...drafts,
    ...(await import('../../../../../renderer/document/batch/convert.js')),
    ...(await import('../../../../../renderer/document/batch/converting-store.js')),
    draft: () => drafts.useDraft.getState().draft,
  };
}

/** Clicks Undo in the notice. */
function undo(): void {
  const [, action] = notices.showUndo.mock.calls.at(-1) as [string, () => void];
  action();
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  bridge.call.mockResolvedValue({ ok: true, value: { ids: ['x', 'y'] } });
});

describe('converting the form', () => {
  it('adds every file, removes them from the form, and keeps the options', async () => {
    const window = await startWindow({
      tab: 'files',
      files,
      selectedPath: '/home/a/2.html',
      format: 'a5',
    });
    await window.convertAll();
    expect(bridge.call).toHaveBeenCalledExactlyOnceWith('jobs:add', {
      sources: files.map(({ path }) => ({ kind: 'file', path })),
      options: expect.objectContaining({
        request: expect.objectContaining({ format: 'a5' }) as unknown,
      }) as unknown,
    });
    expect(window.draft()).toMatchObject({ files: [], selectedPath: null, format: 'a5' });
    expect(ui.showView).toHaveBeenCalledExactlyOnceWith('queue');
  });

  it('can be undone: the files are back in the form, and their jobs removed', async () => {
    const window = await startWindow({ tab: 'files', files, selectedPath: '/home/a/2.html' });
    await window.convertAll();
    expect(notices.showUndo.mock.calls[0]?.[0]).toBe('Added 2 files to the queue');
    undo();
    expect(window.draft()).toMatchObject({ tab: 'files', files, selectedPath: '/home/a/2.html' });
    expect(bridge.call).toHaveBeenLastCalledWith('jobs:remove', { ids: ['x', 'y'] });
  });

  it('removes URLs from the form, and keeps HTML', async () => {
    const window = await startWindow({ tab: 'url', url: 'example.org\nexample.com' });
    await window.convertAll();
    expect(window.draft().url).toBe('');
    undo();
    expect(window.draft().url).toBe('example.org\nexample.com');

    window.changeDraft({ tab: 'html', html: '<p>mine' });
    await window.convertAll();
    expect(window.draft().html).toBe('<p>mine');
  });

  it('keeps sources added during the call, also after undo', async () => {
    const late = { path: '/home/b/3.html', name: '3.html', size: 1 };
    const window = await startWindow({ tab: 'files', files, selectedPath: '/home/a/2.html' });
    const added = window.convertAll();
    window.addSources({ files: [late], refused: [] });
    await added;
    expect(window.draft()).toMatchObject({ files: [late], selectedPath: late.path });
    undo();
    expect(window.draft().files).toEqual([...files, late]);

    window.changeDraft({ tab: 'url', url: 'example.org\nexample.com' });
    const addresses = window.convertAll();
    window.changeDraft({ url: 'example.org\nexample.com\nexample.net' });
    await addresses;
    expect(window.draft().url).toBe('example.net');
    undo();
    expect(window.draft().url).toBe('example.org\nexample.com\nexample.net');
  });

  it('changes nothing if the queue rejects the jobs', async () => {
    const window = await startWindow({ tab: 'files', files, selectedPath: null });
    const error = { code: 'internal', message: 'No.' };
    bridge.call.mockResolvedValue({ ok: false, error });
    await window.convertAll();
    expect(notices.reportResult).toHaveBeenLastCalledWith("Couldn't add to the queue", {
      ok: false,
      error,
    });
    expect(window.draft().files).toEqual(files);
    expect(window.useConverting.getState().adding).toBe(false);
  });

  it('reports an empty form', async () => {
    const window = await startWindow({ tab: 'files' });
    await window.convertAll();
    expect(bridge.call).not.toHaveBeenCalled();
    expect(notices.showNotice).toHaveBeenCalledOnce();
  });

  it('shows an error beside its field instead, until the form changes', async () => {
    const window = await startWindow({ tab: 'files', files, filename: 'same.pdf' });
    window.followForm();
    await window.convertAll();
    expect(bridge.call).not.toHaveBeenCalled();
    expect(ui.focusField).toHaveBeenCalledWith('filename');
    expect([...window.useDraft.getState().touched]).toEqual(['filename']);
    expect(window.useConverting.getState().issues).toHaveLength(1);
    window.changeDraft({ filename: '{name}.pdf' });
    expect(window.useConverting.getState().issues).toEqual([]);
  });

  it('selects the first invalid URL', async () => {
    const window = await startWindow({ tab: 'url', url: 'example.org\nexample.com\nftp://a' });
    await window.convertAll();
    expect(window.useDraft.getState()).toMatchObject({ address: 2, loadedUrl: 'ftp://a' });
    expect(ui.focusField).toHaveBeenCalledWith('source');
  });
});
