import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, type TestServer, app, evaluate, servePages } from '../support/electron.js';

// Asserts what Electron's spec/api-menu-spec.ts and spec/api-menu-item-spec.ts assert, as far as
// the stand-in implements it; the README of the stand-in lists the rest.

const { Menu, clipboard } = standIn as unknown as typeof Electron.CrossProcessExports;

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

describe('context-menu of a webContents', () => {
  let server: TestServer;
  // Only a secure context has a clipboard.
  beforeAll(async () => {
    server = await servePages({ '/': html });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const html = `<!doctype html><p id=text>Some text</p><a id=link href="https://example.org/a">A link</a>
    <input id=field value=typed><input id=secret type=password value=typed><input id=fixed readonly>
    <div id=own oncontextmenu="event.preventDefault()">Own</div>`;

  async function open() {
    const window = new BrowserWindow({ show: false });
    const menus: Electron.ContextMenuParams[] = [];
    window.webContents.on('context-menu', (_event, params) => menus.push(params));
    await window.loadURL(server.origin);
    const ask = async (id: string, prepare = '', button = 2): Promise<void> => {
      await evaluate(
        window,
        `{ const target = document.getElementById('${id}'); ${prepare};
           target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true,
             clientX: 12, clientY: 34, button: ${button} })); }`,
      );
    };
    const next = async (...args: Parameters<typeof ask>) => {
      const before = menus.length;
      await ask(...args);
      await expect.poll(() => menus.length).toBe(before + 1);
      return menus.at(-1);
    };
    return { window, menus, ask, next };
  }

  test('has the place, the link, the selection and what can be edited', async () => {
    const { window, next } = await open();
    expect(await next('text')).toMatchObject({
      x: 12,
      y: 34,
      isEditable: false,
      selectionText: '',
      linkURL: '',
      menuSourceType: 'mouse',
      misspelledWord: '',
      dictionarySuggestions: [],
    });
    expect(await next('link')).toMatchObject({
      linkURL: 'https://example.org/a',
      linkText: 'A link',
    });
    expect(await next('text', 'getSelection().selectAllChildren(target)', 0)).toMatchObject({
      selectionText: 'Some text',
      menuSourceType: 'keyboard',
      editFlags: { canCopy: true, canCut: false, canPaste: false },
    });
    expect(await next('field', 'target.focus(); target.select()')).toMatchObject({
      isEditable: true,
      selectionText: 'typed',
      editFlags: { canCut: true, canCopy: true, canPaste: false, canUndo: false },
    });
    await clipboard.writeText('something to paste');
    expect(await next('field', 'target.focus()')).toMatchObject({ editFlags: { canPaste: true } });
    expect(await next('secret', 'target.focus(); target.select()')).toMatchObject({
      isEditable: true,
      selectionText: '',
      editFlags: { canCut: false, canCopy: false, canPaste: true },
    });
    expect(await next('fixed')).toMatchObject({ isEditable: false });
    window.destroy();
  });

  test('is not emitted if the page prevents it; other parameters throw', async () => {
    const { window, menus, ask, next } = await open();
    await ask('own');
    const params = await next('text');
    expect(menus).toHaveLength(1);
    expect(() => params?.mediaFlags).toThrow(
      'not implemented by electron-on-chromium: ContextMenuParams.mediaFlags',
    );
    window.destroy();
  });
});
