import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuTemplate } from '../../../../electron/main/window/app-menu.js';
import { commandIds, commands, menus } from '../../../../electron/shared/commands.js';

vi.mock('electron', () => ({ Menu: {} }));

type Platform = 'linux' | 'win32' | 'darwin';

function template(platform: Platform, isPackaged = true, onCommand = vi.fn()) {
  return menuTemplate({ platform, isPackaged, onCommand });
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
    const quits = allItems(template(platform)).filter(({ role }) => role === 'quit');
    expect(quits).toHaveLength(1);
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
    expect(ids.toSorted()).toEqual([...placed, 'settings'].toSorted());
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
