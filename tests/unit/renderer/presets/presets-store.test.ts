import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preset } from '../../../../electron/shared/presets.js';
import { testLimits } from '../../../support/runner-options.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
  showUndo: vi.fn(),
}));
vi.mock('../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../renderer/ui/notices.js', () => notices);

/** The presets stored in the main process. */
let stored: Preset[] = [];

async function startWindow() {
  const drafts = await import('../../../../renderer/document/draft/draft-store.js');
  const { useSettings } = await import('../../../../renderer/settings/settings-store.js');
  const store = await import('../../../../renderer/presets/presets-store.js');
  return {
    ...drafts,
    ...store,
    format: () => drafts.useDraft.getState().draft.format,
    activePreset: () => useSettings.getState().preset,
    names: () => store.usePresets.getState().presets.map(({ name }) => name),
  };
}

function undo(): void {
  const [, action] = notices.showUndo.mock.calls.at(-1) as [string, () => void];
  action();
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  stored = [];
  bridge.call.mockImplementation((channel: string, input: Preset) => {
    const others = stored.filter(({ name }) => name !== input.name);
    if (channel === 'presets:save') stored = [...others, input];
    if (channel === 'presets:remove') stored = others;
    return Promise.resolve({ ok: true, value: stored });
  });
});

describe('presets', () => {
  it('are saved from the form, and become active', async () => {
    const window = await startWindow();
    window.changeDraft({ format: 'a5' });
    await window.savePreset(' Small ');
    expect(stored).toEqual([
      { name: 'Small', settings: expect.objectContaining({ format: 'a5' }) as unknown },
    ]);
    expect(stored[0]?.settings).not.toHaveProperty('html');
    expect(window.activePreset()).toBe('Small');
  });

  it('change the form, with undo', async () => {
    const window = await startWindow();
    window.changeDraft({ format: 'a5', html: '<p>mine' });
    await window.savePreset('Small');
    window.changeDraft({ format: 'a6' });
    const [small] = stored;
    if (small) window.choosePreset(small);
    expect(window.format()).toBe('a5');
    expect(window.useDraft.getState().draft.html).toBe('<p>mine');
    undo();
    expect(window.format()).toBe('a6');
  });

  it('report a removed destination at once', async () => {
    const window = await startWindow();
    window.changeDraft({ uploadTargets: ['removed'] });
    await window.savePreset('Uploaded');
    window.changeDraft({ uploadTargets: [] });
    const [preset] = stored;
    if (preset) window.choosePreset(preset);
    expect(window.useDraft.getState().draft.uploadTargets).toEqual(['removed']);
    expect([...window.useDraft.getState().touched]).toEqual(['output.uploads', 'renderOn']);
  });

  it('replace each other without undo if nothing is lost', async () => {
    const window = await startWindow();
    window.changeDraft({ format: 'a5' });
    await window.savePreset('Small');
    window.chooseNoPreset();
    expect(window.format()).toBe('');
    expect(window.activePreset()).toBeNull();
    expect(notices.showUndo).not.toHaveBeenCalled();
  });

  it('are renamed, also in case only', async () => {
    const window = await startWindow();
    await window.savePreset('small');
    const [small] = stored;
    if (small) await window.renamePreset(small, 'Tiny');
    expect(window.names()).toEqual(['Tiny']);
    expect(window.activePreset()).toBe('Tiny');
  });

  it('are removed, with undo', async () => {
    const window = await startWindow();
    await window.savePreset('Small');
    const [small] = stored;
    if (small) await window.removePreset(small);
    expect(window.names()).toEqual([]);
    expect(window.activePreset()).toBeNull();
    undo();
    await vi.waitFor(() => expect(window.names()).toEqual(['Small']), testLimits.poll);
    expect(window.activePreset()).toBe('Small');
  });

  it('are found in any case', async () => {
    const window = await startWindow();
    await window.savePreset('Invoices');
    expect(window.presetNamed(' invoices ')?.name).toBe('Invoices');
    expect(window.presetNamed('other')).toBeUndefined();
  });

  it('report why one could not be saved', async () => {
    const window = await startWindow();
    const error = { code: 'write-failed', message: 'The disk is full.' };
    bridge.call.mockResolvedValueOnce({ ok: false, error });
    expect(await window.savePreset('Small')).toBe(false);
    expect(notices.reportResult).toHaveBeenLastCalledWith("Couldn't save the preset", {
      ok: false,
      error,
    });
    expect(window.activePreset()).toBeNull();
  });
});
