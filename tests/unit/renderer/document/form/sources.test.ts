import { beforeEach, describe, expect, it, vi } from 'vitest';

const notices = vi.hoisted(() => ({ showUndo: vi.fn(), showNotice: vi.fn() }));
const ui = vi.hoisted(() => ({ focusField: vi.fn(), showView: vi.fn() }));
vi.mock('../../../../../renderer/bridge/bridge.js', () => ({ call: vi.fn(), on: vi.fn() }));
vi.mock('../../../../../renderer/ui/notices.js', () => notices);
vi.mock('../../../../../renderer/ui/ui-store.js', () => ui);

const { addSources, changeDraft, chooseAddress, useDraft } =
  await import('../../../../../renderer/document/draft/draft-store.js');
const { removeAddress, removeSources } =
  await import('../../../../../renderer/document/form/sources.js');

const draft = () => useDraft.getState().draft;
const file = (name: string) => ({ path: `/home/a/${name}`, name, size: 10 });
const [one, two, three] = [file('1.html'), file('2.html'), file('3.html')];
const names = () => draft().files.map(({ name }) => name);

/** Clicks Undo in the notice of the removal with a number, from the last. */
function undo(fromLast = 1): void {
  const [, action] = notices.showUndo.mock.calls.at(-fromLast) as [string, () => void];
  action();
}

beforeEach(() => {
  vi.clearAllMocks();
  useDraft.setState(useDraft.getInitialState(), true);
});

describe('undoing a removal', () => {
  it('restores a file at its place, and the selection', () => {
    addSources({ files: [one, two, three], refused: [] });
    changeDraft({ selectedPath: two.path });
    removeSources([two]);
    expect(draft().selectedPath).toBe(three.path);
    addSources({ files: [file('4.html')], refused: [] });
    undo();
    expect(names()).toEqual(['1.html', '2.html', '3.html', '4.html']);
    expect(draft().selectedPath).toBe(two.path);
  });

  it('does not restore what another removal took', () => {
    addSources({ files: [one, two, three], refused: [] });
    removeSources([one]);
    removeSources([two]);
    undo(2);
    expect(names()).toEqual(['1.html', '3.html']);
  });

  it('restores all files, and focuses the source meanwhile', () => {
    addSources({ files: [one, two], refused: [] });
    removeSources();
    expect([names(), draft().selectedPath]).toEqual([[], null]);
    expect(ui.focusField).toHaveBeenCalledWith('source');
    undo();
    expect(names()).toEqual(['1.html', '2.html']);
  });

  it('restores a URL and shows it; ignores empty lines', () => {
    changeDraft({ tab: 'url', url: 'a.example\nb.example\n' });
    chooseAddress(1);
    removeAddress(1);
    expect(draft().url).toBe('a.example\n');
    undo();
    expect(draft().url).toBe('a.example\nb.example\n');
    expect(useDraft.getState()).toMatchObject({ address: 1, loadedUrl: 'b.example' });
    removeAddress(2);
    expect(notices.showUndo).toHaveBeenCalledOnce();
  });
});
