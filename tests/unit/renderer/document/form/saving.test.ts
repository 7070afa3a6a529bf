import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPdf } from '../../../../../renderer/document/draft/preview-store.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const ui = vi.hoisted(() => ({ focusField: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
}));
vi.mock('../../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/ui-store.js', () => ui);
vi.mock('../../../../../renderer/ui/notices.js', () => notices);

const shown = (id: string): ShownPdf => ({
  artifact: {
    id,
    address: '',
    size: 1,
    pages: 1,
    title: '',
    suggestedName: 'suggested.pdf',
    preflight: [],
  },
  request: { source: { kind: 'html', html: 'x' }, disableJavascript: false, timeoutSeconds: 30 },
  renderOn: null,
  receipt: null,
  source: 'html',
});

async function startWindow() {
  const { usePreview } = await import('../../../../../renderer/document/draft/preview-store.js');
  const drafts = await import('../../../../../renderer/document/draft/draft-store.js');
  drafts.changeDraft({ tab: 'html', html: 'x' });
  usePreview.setState({ shown: shown('a') });
  return {
    ...(await import('../../../../../renderer/document/form/saving.js')),
    ...drafts,
    usePreview,
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  bridge.call.mockImplementation((_channel: string, input: { name: string; path?: string }) => {
    const path = input.path ?? `/home/a/${input.name}`;
    return Promise.resolve({ ok: true, value: { path, status: 'saved' } });
  });
});

/** The channels of the calls so far. */
const channels = () => bridge.call.mock.calls.map(([channel]) => channel as unknown);

describe('saving', () => {
  it('goes to the output folder under the default name, then replaces that file', async () => {
    const window = await startWindow();
    window.changeDraft({ outputFolder: '/out' });
    expect(await window.savePdf(false)).toBe(true);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save', {
      artifactId: 'a',
      name: 'suggested.pdf',
      folder: '/out',
      files: [],
      existing: 'ask',
      security: {},
    });
    window.usePreview.setState({ shown: shown('b') });
    await window.savePdf(false);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save-again', {
      artifactId: 'b',
      path: '/home/a/suggested.pdf',
      security: {},
    });
  });

  it('replaces no file after another folder or name was chosen, or for other content', async () => {
    const window = await startWindow();
    await window.savePdf(false);
    window.changeDraft({ outputFolder: '/out' });
    await window.savePdf(false);
    window.changeDraft({ filename: 'other.pdf' });
    await window.savePdf(false);
    window.forgetSaved('html');
    await window.savePdf(false);
    expect(channels()).toEqual(Array(4).fill('delivery:save'));
  });

  it('shows a folder without a full path instead of saving there, unless it asks', async () => {
    const window = await startWindow();
    window.changeDraft({ outputFolder: 'out' });
    expect(await window.savePdf(false)).toBe(false);
    expect(channels()).toEqual([]);
    expect(ui.focusField).toHaveBeenCalledWith('output.folder');
    expect(await window.savePdf(true)).toBe(true);
    expect(channels()).toEqual(['delivery:save-as']);
  });

  it('"Save as" sets folder and name of the form, until another document is opened', async () => {
    const window = await startWindow();
    window.followSource();
    const path = '/papers/mine.pdf';
    bridge.call.mockResolvedValueOnce({ ok: true, value: { path } });
    await window.savePdf(true);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save-as', {
      artifactId: 'a',
      name: 'suggested.pdf',
      security: {},
    });
    const draft = () => window.useDraft.getState().draft;
    expect(draft()).toMatchObject({ outputFolder: '/papers', filename: 'mine.pdf' });
    await window.savePdf(false);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save-again', {
      artifactId: 'a',
      path,
      security: {},
    });
    window.changeDraft({ tab: 'url' });
    expect(draft()).toMatchObject({ outputFolder: '/papers', filename: '' });
  });

  it('asks where if the form saves nothing, and remembers nothing if that was canceled', async () => {
    const window = await startWindow();
    window.changeDraft({ save: false });
    bridge.call.mockResolvedValueOnce({ ok: true, value: null });
    expect(await window.savePdf(false)).toBe(false);
    expect(channels()).toEqual(['delivery:save-as']);
    expect(window.useSaving.getState()).toMatchObject({ saved: new Map(), saving: false });
  });

  it('reports an existing file, which is then replaced or kept', async () => {
    const window = await startWindow();
    const path = '/out/suggested.pdf';
    bridge.call.mockResolvedValueOnce({ ok: true, value: { status: 'exists', path } });
    expect(await window.savePdf(false)).toBe(false);
    expect(window.useSaving.getState().existing).toMatchObject({ path, status: 'exists' });
    await window.savePdf(false, 'overwrite');
    expect(bridge.call).toHaveBeenLastCalledWith(
      'delivery:save',
      expect.objectContaining({ existing: 'overwrite' }),
    );
    expect(window.useSaving.getState().existing).toBeNull();
  });

  it('shows errors instead', async () => {
    const window = await startWindow();
    window.changeDraft({ filename: 'a:b.pdf' });
    await window.savePdf(false);
    expect(bridge.call).not.toHaveBeenCalled();
    expect([...window.useDraft.getState().touched]).toEqual(['filename']);
    expect(ui.focusField).toHaveBeenCalledWith('filename');
  });

  it('does not save an older version for one that failed', async () => {
    const window = await startWindow();
    window.usePreview.setState({ phase: 'failed' });
    await window.savePdf(false);
    expect(bridge.call).not.toHaveBeenCalled();
    expect(notices.showNotice).toHaveBeenCalledOnce();
  });

  it('reports why a file could not be saved, and offers another place', async () => {
    const window = await startWindow();
    const error = { code: 'write-failed', message: 'The disk is full.' };
    bridge.call.mockResolvedValueOnce({ ok: false, error });
    await window.savePdf(false);
    expect(notices.reportResult).toHaveBeenLastCalledWith(
      "Couldn't save the PDF",
      { ok: false, error },
      expect.objectContaining({ label: 'Save as…' }),
    );
    expect(window.useSaving.getState().saving).toBe(false);
  });
});
