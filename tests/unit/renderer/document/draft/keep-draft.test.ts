import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Draft, changedText } from '../../../../../electron/shared/draft.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
vi.mock('../../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/notices.js', () => ({ reportResult: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  bridge.call.mockClear();
  vi.stubGlobal('window', { addEventListener: vi.fn() });
  bridge.call.mockResolvedValue({ ok: true, value: undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('persists the draft when typing pauses, and immediately when a compliance flag is turned on', async () => {
  const { changeDraft } = await import('../../../../../renderer/document/draft/draft-store.js');
  const { keepDraft } = await import('../../../../../renderer/document/draft/keep-draft.js');
  keepDraft(draftDefaults);
  changeDraft({ html: 'a' });
  changeDraft({ html: 'ab' });
  expect(bridge.call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(150);
  expect(bridge.call).toHaveBeenCalledTimes(1);

  changeDraft({ gdpr: true });
  expect(bridge.call).toHaveBeenLastCalledWith('draft:keep', { gdpr: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(bridge.call).toHaveBeenCalledTimes(2);
});

it('persists what was just typed when the session ends', async () => {
  vi.resetModules();
  const { changeDraft } = await import('../../../../../renderer/document/draft/draft-store.js');
  const { keepDraft } = await import('../../../../../renderer/document/draft/keep-draft.js');
  const listeners = new Map<string, () => void>();
  bridge.on.mockImplementation((event: string, listener: () => void) =>
    listeners.set(event, listener),
  );
  keepDraft(draftDefaults);
  changeDraft({ html: 'just typed' });
  listeners.get('app:session-ending')?.();
  const htmlChange = { start: 0, removed: 0, inserted: 'just typed' };
  expect(bridge.call).toHaveBeenCalledExactlyOnceWith(
    'draft:keep',
    expect.objectContaining({ htmlChange }),
  );
});

describe('at the start', () => {
  const opened = { name: 'page.html', path: '/page.html', size: 3 };

  /** Starts with a persisted draft, into which the start has opened files. */
  async function start(persisted: Draft | null, files: Draft['files']): Promise<void> {
    vi.resetModules();
    const { useDraft } = await import('../../../../../renderer/document/draft/draft-store.js');
    const { keepDraft } = await import('../../../../../renderer/document/draft/keep-draft.js');
    if (persisted) useDraft.setState({ draft: persisted });
    if (files.length > 0) {
      useDraft.setState(({ draft }) => ({ draft: { ...draft, files } }));
    }
    keepDraft(persisted);
    await vi.advanceTimersByTimeAsync(150);
  }

  it('persists files that a first start opened, with the whole draft', async () => {
    await start(null, [opened]);
    expect(bridge.call).toHaveBeenCalledExactlyOnceWith('draft:keep', {
      ...draftDefaults,
      files: [opened],
    });
  });

  it('persists only the opened files if there is a draft', async () => {
    await start({ ...draftDefaults, html: '<p>text' }, [opened]);
    expect(bridge.call).toHaveBeenCalledExactlyOnceWith('draft:keep', { files: [opened] });
  });

  it.each([
    ['a first start', null],
    ['a draft', { ...draftDefaults, html: '<p>text' }],
  ])('persists nothing after %s without files', async (_start, persisted) => {
    await start(persisted, []);
    expect(bridge.call).not.toHaveBeenCalled();
  });
});

it.each([
  ['<p>one</p>', '<p>one two</p>'],
  ['<p>one two</p>', '<p>two</p>'],
  ['aaa', 'aaaa'],
  ['', '<p>'],
  ['<p>', ''],
  ['\u{1f600}', '\u{1f601}'],
  ['a\u{1f600}b', 'a\u{1fa00}b'],
])('sends what changed from %j to %j, and never half a character', async (before, after) => {
  const { draftChange } = await import('../../../../../renderer/document/draft/keep-draft.js');
  const { htmlChange, ...others } = draftChange(
    { ...draftDefaults, html: before },
    { ...draftDefaults, html: after },
  );
  expect(others).toEqual({});
  if (!htmlChange) throw new Error('The HTML has changed.');
  expect(Buffer.from(htmlChange.inserted).toString()).toBe(htmlChange.inserted);
  expect(changedText(before, htmlChange)).toBe(after);
});
