import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const bridge = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../../../../renderer/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/notices.js', () => ({ reportResult: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: vi.fn() });
  bridge.call.mockResolvedValue({ ok: true, value: undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('persists the draft when typing pauses, and immediately when a compliance flag is turned on', async () => {
  const { changeDraft } = await import('../../../../../renderer/document/form/draft-store.js');
  const { keepDraft } = await import('../../../../../renderer/document/form/keep-draft.js');
  keepDraft();
  changeDraft({ html: 'a' });
  changeDraft({ html: 'ab' });
  expect(bridge.call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(150);
  expect(bridge.call).toHaveBeenCalledTimes(1);

  changeDraft({ gdpr: true });
  expect(bridge.call).toHaveBeenLastCalledWith(
    'draft:keep',
    expect.objectContaining({ gdpr: true }),
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect(bridge.call).toHaveBeenCalledTimes(2);
});
