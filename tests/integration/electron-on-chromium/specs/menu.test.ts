import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { app } from '../support/stand-in.js';

// Asserts what Electron's spec/api-menu-spec.ts and spec/api-menu-item-spec.ts assert, as far as
// the stand-in implements it; docs/electron.md lists all of it.

const { Menu } = standIn as unknown as typeof Electron.CrossProcessExports;

beforeAll(async () => app.whenReady());

describe('Menu.buildFromTemplate', () => {
  test.each([
    [null, 'Invalid template for Menu: Menu template must be an array'],
    ['hello', 'Invalid template for Menu: Menu template must be an array'],
    [
      [{ visible: true }],
      'Invalid template for MenuItem: must have at least one of label, role or type',
    ],
  ])('throws for the template %o', (template, reason) => {
    expect(() => Menu.buildFromTemplate(template as never)).toThrow(reason);
  });

  test('removes separators at the ends and beside each other', () => {
    const separator = { type: 'separator' } as const;
    const { items } = Menu.buildFromTemplate([
      separator,
      { label: 'a' },
      separator,
      separator,
      { label: 'b' },
      separator,
    ]);
    expect(items.map(({ type }) => type)).toEqual(['normal', 'separator', 'normal']);
  });

  test('builds submenus and finds their items by id', () => {
    const menu = Menu.buildFromTemplate([
      { label: 'View', submenu: [{ label: 'Enter', id: 'fullScreen' }] },
    ]);
    expect(menu.items[0]?.type).toBe('submenu');
    expect(menu.getMenuItemById('fullScreen')?.label).toBe('Enter');
    expect(menu.getMenuItemById('none')).toBeNull();
  });

  test('rejects a submenu without items, and unknown types', () => {
    expect(() => Menu.buildFromTemplate([{ label: 'x', type: 'submenu' }])).toThrow(
      'Invalid submenu',
    );
    expect(() => Menu.buildFromTemplate([{ label: 'x', type: 'y' as never }])).toThrow(
      'Unknown menu item type: y',
    );
  });
});

describe('a menu item', () => {
  const itemOf = (options: Electron.MenuItemConstructorOptions) => {
    const [item] = Menu.buildFromTemplate([options]).items;
    if (!item) throw new Error('no item');
    return item;
  };

  test('has defaults', () => {
    expect(itemOf({ label: 'x' })).toMatchObject({
      enabled: true,
      visible: true,
      registerAccelerator: true,
      type: 'normal',
    });
  });

  test('has the label and keys of its role, unless it has its own', () => {
    expect(itemOf({ role: 'copy' })).toMatchObject({
      label: 'Copy',
      accelerator: 'CommandOrControl+C',
      registerAccelerator: false,
    });
    expect(itemOf({ role: 'copy', label: 'x', accelerator: 'F1' })).toMatchObject({
      label: 'x',
      accelerator: 'F1',
    });
  });

  test('calls its click handler with the event', () => {
    const click = vi.fn();
    const item = itemOf({ label: 'x', click });
    Reflect.apply(item.click, item, [{ triggeredByAccelerator: false }]);
    expect(click).toHaveBeenCalledWith(item, undefined, { triggeredByAccelerator: false });
  });

  test.each(['CmdOrCtrl+S', 'CmdOrCtrl+Plus', 'CmdOrCtrl+,', 'Alt+Shift+F12', 'CmdOrCtrl+Enter'])(
    'accepts the accelerator %s',
    (accelerator) => {
      expect(itemOf({ label: 'x', accelerator }).accelerator).toBe(accelerator);
    },
  );

  test.each(['Mod+S', 'CmdOrCtrl+', 'CmdOrCtrl+Foo', 'CmdOrCtrl + S'])(
    'refuses the accelerator %s, which Electron ignores with a warning',
    (accelerator) => {
      expect(() => itemOf({ label: 'x', accelerator })).toThrow('is not an accelerator');
    },
  );

  test.each([
    [{ label: 'x', type: 'checkbox' as const }, "MenuItem type 'checkbox'"],
    [{ role: 'reload' as const }, "MenuItem role 'reload'"],
    [{ label: 'x', icon: 'x.png' }, "MenuItem option 'icon'"],
  ])('%o is not implemented', (options, name) => {
    expect(() => itemOf(options)).toThrow(`not implemented by electron-on-chromium: ${name}`);
  });
});

test('Menu.setApplicationMenu accepts a menu or null', () => {
  Menu.setApplicationMenu(null);
  Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'x' }]));
  expect(() => Menu.setApplicationMenu({} as never)).toThrow('Invalid menu');
  Menu.setApplicationMenu(null);
});

describe('popup', () => {
  const menu = () => Menu.buildFromTemplate([{ label: 'x' }]);

  test('throws without a window, and for invalid options', () => {
    expect(() => menu().popup()).toThrow('Cannot open Menu without a BaseWindow present');
    for (const options of [null, 'x', 1])
      expect(() => menu().popup(options as never)).toThrow('Options must be an object');
    expect(() => menu().popup({ sourceType: 'x' as never })).toThrow(TypeError);
    expect(() => menu().popup({ positioningItem: 1 })).toThrow(
      "not implemented by electron-on-chromium: Menu.popup option 'positioningItem'",
    );
  });
});
