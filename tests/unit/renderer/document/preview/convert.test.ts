import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
  showActions: vi.fn(),
}));
const ui = vi.hoisted(() => ({
  focusField: vi.fn(),
  showView: vi.fn(),
}));
vi.mock('../../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/notices.js', () => notices);
vi.mock('../../../../../renderer/ui/ui-store.js', () => ui);

const files = ['/home/a/1.html', '/home/a/2.html'].map((path) => ({ path, name: path, size: 1 }));

/** Loads the window's modules with a draft. */
async function startWindow(draft: Partial<Draft>) {
  const drafts = await import('../../../../../renderer/document/draft/draft-store.js');
  drafts.changeDraft(draft);
  drafts.loadUrl();
  return {
    ...drafts,
    ...(await import('../../../../../renderer/document/preview/convert.js')),
    draft: () => drafts.useDraft.getState().draft,
  };
}

/** Clicks a button of the notice. */
function click(label: string): void {
  const [, actions] = notices.showActions.mock.calls.at(-1) as [string, Action[]];
  actions.find((each) => each.label === label)?.run();
}

interface Action {
  readonly label: string;
  readonly run: () => void;
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  bridge.call.mockResolvedValue({ ok: true, value: { ids: ['x', 'y'] } });
});

describe('converting the form', () => {
  it('adds every file, and leaves the form as it is', async () => {
    const form = { tab: 'files', files, selectedPath: '/home/a/2.html', format: 'a5' } as const;
    const window = await startWindow({ ...form, files: [...files] });
    await window.convertAll();
    expect(bridge.call).toHaveBeenCalledExactlyOnceWith('jobs:add', {
      sources: files.map(({ path }) => ({ kind: 'file', path })),
      options: expect.objectContaining({
        request: expect.objectContaining({ format: 'a5' }) as unknown,
      }) as unknown,
    });
    expect(window.draft()).toMatchObject(form);
  });

  it('offers to view the queue, and to remove the jobs', async () => {
    const window = await startWindow({ tab: 'files', files, selectedPath: '/home/a/2.html' });
    await window.convertAll();
    expect(notices.showActions.mock.calls[0]?.[0]).toBe('Added 2 files to the queue');
    click('View queue');
    expect(ui.showView).toHaveBeenCalledWith('queue');
    click('Undo');
    expect(bridge.call).toHaveBeenLastCalledWith('jobs:remove', { ids: ['x', 'y'] });
  });

  it('gives a single document the name that the form shows', async () => {
    const window = await startWindow({ tab: 'url', url: 'example.org/handbook.html' });
    await window.convertAll();
    expect(bridge.call).toHaveBeenCalledWith(
      'jobs:add',
      expect.objectContaining({
        options: expect.objectContaining({
          request: expect.objectContaining({ filename: 'handbook.pdf' }) as unknown,
        }) as unknown,
      }),
    );
  });

  it('adds the valid URLs', async () => {
    const window = await startWindow({ tab: 'url', url: 'example.org\nftp://a\nexample.com' });
    await window.convertAll();
    const [, input] = bridge.call.mock.calls[0] as [string, { sources: unknown[] }];
    expect(input.sources).toHaveLength(2);
    expect(notices.showActions.mock.calls[0]?.[0]).toBe('Added 2 URLs to the queue');
    expect(window.draft().url).toBe('example.org\nftp://a\nexample.com');
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
    expect(window.useDraft.getState().adding).toBe(false);
  });

  it('reports an empty form', async () => {
    const window = await startWindow({ tab: 'files' });
    await window.convertAll();
    expect(bridge.call).not.toHaveBeenCalled();
    expect(notices.showNotice).toHaveBeenCalledOnce();
  });

  it('shows an error beside its field instead, until the form changes', async () => {
    const window = await startWindow({ tab: 'files', files, filename: 'same.pdf' });
    await window.convertAll();
    expect(bridge.call).not.toHaveBeenCalled();
    expect(ui.focusField).toHaveBeenCalledWith('filename');
    expect([...window.useDraft.getState().touched]).toEqual(['filename']);
    expect(window.useDraft.getState().batchIssues).toHaveLength(1);
    window.changeDraft({ filename: '{name}.pdf' });
    expect(window.useDraft.getState().batchIssues).toEqual([]);
  });

  it('selects the first invalid URL if there is no valid one', async () => {
    const window = await startWindow({ tab: 'url', url: '\nftp://a\nftp://b' });
    await window.convertAll();
    expect(window.useDraft.getState()).toMatchObject({ address: 1, loadedUrl: 'ftp://a' });
    expect(ui.focusField).toHaveBeenCalledWith('source');
  });
});
