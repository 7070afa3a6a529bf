import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserState } from '../../../../electron/main/settings/user-state.js';
import type { Draft } from '../../../../electron/shared/draft.js';
import { defaultSettings } from '../../../../electron/shared/settings.js';
import { draftDefaults } from '../../../../renderer/document/draft/draft-defaults.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function open(): Promise<UserState> {
  const state = new UserState(folder);
  expect(await state.open()).toEqual([]);
  return state;
}

describe('UserState', () => {
  it('starts with the defaults and no draft', async () => {
    const state = await open();
    expect(state.settings).toEqual(defaultSettings);
    expect(state.draft).toBeNull();
  });

  it('persists settings that are changed at the same time', async () => {
    const state = await open();
    await Promise.all([
      state.updateSettings({ theme: 'light' }),
      state.updateSettings({ theme: 'dark' }),
      state.updateSettings({ composerWidth: 380 }),
    ]);
    expect((await open()).settings).toMatchObject({ theme: 'dark', composerWidth: 380 });
  });

  it('reports whether a write is in progress', async () => {
    const state = await open();
    expect(state.isWriting).toBe(false);
    const write = state.updateSettings({ theme: 'dark' });
    expect(state.isWriting).toBe(true);
    await state.settled();
    await write;
    expect(state.isWriting).toBe(false);
    expect((await open()).settings.theme).toBe('dark');
  });

  it('renames a damaged file and reports it', async () => {
    writeFileSync(join(folder, 'settings.json'), '{"theme": "dark",');
    const state = new UserState(folder);
    const notice = await openingNotices(state);
    const aside = readdirSync(folder).find((name) => name.startsWith('settings.json.damaged-'));
    expect(notice).toContain(aside);
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"theme": "dark",');
    expect(state.settings).toEqual(defaultSettings);
  });

  it('reads a file of an older version without newer settings', async () => {
    writeFileSync(join(folder, 'settings.json'), '{"theme": "dark"}');
    expect((await open()).settings).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it.each(['gdpr', 'hipaa'] as const)(
    'does not write the sources of a draft with %s on',
    async (flag) => {
      const state = await open();
      const draft: Draft = {
        ...draftDefaults,
        html: '<p>secret-html</p>',
        url: 'https://secret-url.example',
        base: '/home/me/secret-base',
        files: [{ path: '/home/me/secret.html', name: 'secret.html', size: 1 }],
        selectedPath: '/home/me/secret.html',
        format: 'a5',
      };
      const onDisk = () => readFileSync(join(folder, 'draft.json'), 'utf8');
      await state.keepDraft(draft);
      expect(onDisk()).toContain('secret-url');
      await state.keepDraft({ ...draft, [flag]: true });
      expect(onDisk()).not.toContain('secret');
      expect(readdirSync(folder)).toEqual(['draft.json']);
      expect(state.draft?.html).toBe(draft.html);
      expect((await open()).draft).toMatchObject({
        format: 'a5',
        html: '',
        files: [],
        [flag]: true,
      });
    },
  );

  it('changes the fields that a change names, and a part of the HTML', async () => {
    const state = await open();
    await expect(state.keepDraft({ html: 'x' })).rejects.toThrow('no earlier version');
    await state.keepDraft({ ...draftDefaults, html: '<p>one</p>', format: 'a5' });
    await state.keepDraft({ htmlChange: { start: 3, removed: 3, inserted: 'two' }, save: false });
    expect((await open()).draft).toMatchObject({ html: '<p>two</p>', format: 'a5', save: false });
  });
});
