import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPdf } from '../../../../../renderer/document/preview/preview-store.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const runner = vi.hoisted(() => ({ settlePreview: vi.fn() }));
const ui = vi.hoisted(() => ({ focusField: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
}));
vi.mock('../../../../../renderer/bridge.js', () => bridge);
vi.mock('../../../../../renderer/document/preview/preview-runner.js', () => runner);
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
  const { usePreview } = await import('../../../../../renderer/document/preview/preview-store.js');
  const drafts = await import('../../../../../renderer/document/form/draft-store.js');
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
  runner.settlePreview.mockResolvedValue(undefined);
  bridge.call.mockImplementation((channel: string, input: { name: string; path: string }) =>
    Promise.resolve({
      ok: true,
      value: { path: channel === 'delivery:save-as' ? `/home/a/${input.name}` : input.path },
    }),
  );
});

describe('saving', () => {
  it('asks first, then saves to the same file', async () => {
    const window = await startWindow();
    await window.savePdf(false);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save-as', {
      artifactId: 'a',
      name: 'suggested.pdf',
    });
    window.usePreview.setState({ shown: shown('b') });
    await window.savePdf(false);
    expect(bridge.call).toHaveBeenLastCalledWith('delivery:save-again', {
      artifactId: 'b',
      path: '/home/a/suggested.pdf',
    });
  });

  it('asks again for "Save as", for another name, and for other content', async () => {
    const window = await startWindow();
    await window.savePdf(false);
    await window.savePdf(true);
    window.changeDraft({ filename: 'other.pdf' });
    await window.savePdf(false);
    window.forgetSaved('html');
    await window.savePdf(false);
    expect(bridge.call.mock.calls.map(([channel]) => channel as unknown)).toEqual(
      Array(4).fill('delivery:save-as'),
    );
  });

  it('remembers nothing if the dialog was canceled', async () => {
    const window = await startWindow();
    bridge.call.mockResolvedValueOnce({ ok: true, value: null });
    await window.savePdf(false);
    expect(window.useSaving.getState()).toEqual({ saved: new Map(), saving: false });
  });

  it('shows errors instead', async () => {
    const window = await startWindow();
    window.changeDraft({ filename: 'a b.pdf' });
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

  it('reports why a file could not be saved', async () => {
    const window = await startWindow();
    const error = { code: 'write-failed', message: 'The disk is full.' };
    bridge.call.mockResolvedValueOnce({ ok: false, error });
    await window.savePdf(false);
    expect(notices.reportResult).toHaveBeenLastCalledWith("Couldn't save the PDF", {
      ok: false,
      error,
    });
    expect(window.useSaving.getState().saving).toBe(false);
  });
});
