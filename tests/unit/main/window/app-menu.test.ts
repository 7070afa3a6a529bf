import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import {
  contextTemplate,
  menuTemplate,
  textTemplate,
} from '../../../../electron/main/window/app-menu.js';
import { setWindowLanguage } from '../../../../electron/main/window/window-text.js';
import { commandIds, commands, contextMenus, menus } from '../../../../electron/shared/commands.js';

vi.mock('electron', () => ({ Menu: {}, app: { getPreferredSystemLanguages: () => [] } }));

type Platform = 'linux' | 'win32' | 'darwin';

function template(platform: Platform, isPackaged = true, onCommand = vi.fn()) {
  return menuTemplate({ platform, isPackaged, onCommand, onQuit: vi.fn() });
}

function itemsOf({ submenu }: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] {
  return Array.isArray(submenu) ? submenu : [];
}

function allItems(menu: readonly MenuItemConstructorOptions[]) {
  return menu.flatMap(itemsOf);
}

describe('the menus of the application', () => {
  it.each([
    ['linux', ['&File', '&Edit', '&View', '&Document', '&Queue', '&Window', '&Help']],
    ['win32', ['&File', '&Edit', '&View', '&Document', '&Queue', '&Window', '&Help']],
    ['darwin', [undefined, '&File', '&Edit', '&View', '&Document', '&Queue', '&Window', '&Help']],
  ] as const)('on %s are in the order of the system', (platform, labels) => {
    expect(template(platform).map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['linux', 1, 0],
    ['win32', 1, 0],
    ['darwin', 0, 1],
  ] as const)('on %s have Settings and Quit in their place', (platform, inFile, inOwn) => {
    const [first, second] = template(platform);
    const file = platform === 'darwin' ? second : first;
    const count = (menu: MenuItemConstructorOptions | undefined) =>
      itemsOf(menu ?? {}).filter(({ id, role }) => id === 'settings' && role === undefined).length;
    expect(count(file)).toBe(inFile);
    expect(platform === 'darwin' ? count(first) : 0).toBe(inOwn);
    // The role would quit without asking.
    expect(allItems(template(platform)).filter(({ role }) => role === 'quit')).toEqual([]);
    expect(allItems(template(platform)).filter(({ id }) => id === 'quit')).toHaveLength(1);
  });

  it.each(['linux', 'win32', 'darwin'] as const)(
    'on %s have developer tools and Reload only in development',
    (platform) => {
      const roles = (isPackaged: boolean) =>
        allItems(template(platform, isPackaged)).map(({ role }) => role);
      expect(roles(true)).not.toContain('toggleDevTools');
      expect(roles(true)).not.toContain('reload');
      expect(roles(true)).not.toContain('forceReload');
      expect(roles(false)).toContain('toggleDevTools');
    },
  );

  it.each(['linux', 'win32', 'darwin'] as const)('on %s have each command once', (platform) => {
    const ids = allItems(template(platform)).flatMap(({ id }) => id ?? []);
    const placed = Object.values(menus).flatMap(({ groups }) => groups.flat());
    expect(ids.toSorted()).toEqual([...placed, 'settings', 'quit'].toSorted());
  });

  it('have no separators at the ends or beside each other', () => {
    for (const menu of template('linux')) {
      const types = itemsOf(menu).map(({ type }) => type);
      expect(types[0]).toBeUndefined();
      expect(types.at(-1)).toBeUndefined();
      expect(types.some((type, index) => type && types[index + 1])).toBe(false);
    }
  });
});

describe('an item of a command', () => {
  const itemOf = (id: string, onCommand = vi.fn()) => {
    const item = allItems(template('linux', true, onCommand)).find((each) => each.id === id);
    return item ?? {};
  };

  it('shows its keys, which the window alone acts on', () => {
    expect(itemOf('save')).toMatchObject({
      accelerator: 'CmdOrCtrl+S',
      registerAccelerator: false,
    });
  });

  it('shows no plain key, which would be taken from text fields', () => {
    const plain = commandIds.filter((id) => commands[id].keys?.[0]?.includes('+') === false);
    expect(plain).not.toEqual([]);
    for (const id of plain) expect(itemOf(id).accelerator).toBeUndefined();
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('acts if it is chosen, not on its key (by key: %s)', (triggeredByAccelerator, calls) => {
    const onCommand = vi.fn();
    // The item and the window are not used.
    itemOf('save', onCommand).click?.({} as never, undefined, { triggeredByAccelerator });
    expect(onCommand).toHaveBeenCalledTimes(calls);
  });
});

describe('a context menu', () => {
  const labelsOf = (items: readonly MenuItemConstructorOptions[]) =>
    items.map(({ label, type }) => (type === 'separator' ? '-' : label));

  it('has the commands that can run, in groups', () => {
    const items = contextTemplate(
      { menu: 'queue', commands: ['remove', 'open-pdf', 'show-in-folder'], canCopy: false },
      { onCommand: vi.fn() },
    );
    expect(labelsOf(items)).toEqual(['Open PDF', 'Show in folder', '-', 'Remove from list']);
  });

  it('copies selected text of a PDF', () => {
    const paper = { menu: 'paper', commands: ['find'] } as const;
    const onCommand = vi.fn();
    const labels = (canCopy: boolean) =>
      labelsOf(contextTemplate({ ...paper, canCopy }, { onCommand }));
    expect(labels(true)).toEqual(['Copy', '-', 'Find in PDF']);
    expect(labels(false)).toEqual(['Find in PDF']);
  });

  it('is empty if no command can run', () => {
    const nothing = { menu: 'source', commands: [], canCopy: false } as const;
    expect(contextTemplate(nothing, { onCommand: vi.fn() })).toEqual([]);
  });

  it.each(Object.entries(contextMenus))('of %s has each command once', (_name, groups) => {
    const ids = groups.flat();
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the menu of text', () => {
  const editFlags = {
    canUndo: true,
    canRedo: false,
    canCut: false,
    canCopy: true,
    canPaste: true,
    canDelete: false,
    canSelectAll: true,
    canEditRichly: false,
  };
  const text = {
    isEditable: true,
    selectionText: '',
    editFlags,
    misspelledWord: '',
    dictionarySuggestions: [],
  };
  const stateOf = (items: readonly MenuItemConstructorOptions[]) =>
    items.flatMap(({ label, enabled }) => (label === undefined ? [] : [[label, enabled]]));

  it('has all items for a text field, enabled as Chromium says', () => {
    expect(stateOf(textTemplate(text, vi.fn()))).toEqual([
      ['Undo', true],
      ['Redo', false],
      ['Cut', false],
      ['Copy', true],
      ['Paste', true],
      ['Delete', false],
      ['Select all', true],
    ]);
  });

  it('copies selected text that is not in a field', () => {
    const selected = { ...text, isEditable: false, selectionText: 'a word' };
    expect(stateOf(textTemplate(selected, vi.fn()))).toEqual([['Copy', true]]);
    expect(textTemplate({ ...selected, selectionText: ' ' }, vi.fn())).toEqual([]);
  });

  it('offers corrections of a misspelled word', () => {
    const replace = vi.fn();
    const misspelled = { ...text, misspelledWord: 'teh', dictionarySuggestions: ['the', 'tech'] };
    const [first, second] = textTemplate(misspelled, replace);
    expect([first?.label, second?.label]).toEqual(['the', 'tech']);
    // The item and the window are not used.
    first?.click?.({} as never, undefined, {});
    expect(replace).toHaveBeenCalledWith('the');
  });

  it('is in the language of the window', async () => {
    await setWindowLanguage('de');
    expect(stateOf(textTemplate(text, vi.fn()))[0]).toEqual(['Rückgängig', true]);
    const edit = template('linux').find(({ label }) => label === '&Bearbeiten');
    expect(itemsOf(edit ?? {})[0]?.label).toBe('Rückgängig');
    await setWindowLanguage('en');
  });
});
