import { appEvents } from '../app/app-events.js';
import { listenInPage } from '../contents/page-listener.js';
import { PartialObject, notImplemented, refuseOtherKeys } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';
import { type DialogButton, askInPage } from './dialog-page.js';
import { checkAccelerator, menuRoles } from './menu-roles.js';

type Options = Electron.MenuItemConstructorOptions;
type Template = readonly Options[];

const knownOptions = [
  'id',
  'label',
  'role',
  'type',
  'accelerator',
  'registerAccelerator',
  'enabled',
  'visible',
  'submenu',
  'click',
];

const popupOptions = ['window', 'x', 'y', 'sourceType', 'callback'];

/** An item that can be chosen, with the names of the menus above it. */
interface Choice {
  readonly path: string;
  readonly item: MenuItem;
}

const sourceTypes: readonly unknown[] = [
  ...['none', 'mouse', 'keyboard', 'touch', 'touchMenu', 'longPress', 'longTap', 'touchHandle'],
  ...['stylus', 'adjustSelection', 'adjustSelectionReset'],
];

let applicationMenu: Menu | null = null;
let isShown = false;

/**
 * A menu (docs/api/menu.md). Chromium's windows have no menus, so it is a page with a button for
 * each item, beside the application's window.
 */
export class Menu extends PartialObject {
  readonly items: MenuItem[] = [];

  /** @throws TypeError for an invalid template, as in Electron */
  static buildFromTemplate(template: Template): Menu {
    if (!Array.isArray(template)) {
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    }
    // As an array of any, `isArray` loses the elements' type.
    const options = template as Template;
    if (!options.every(isValid)) {
      throw new TypeError(
        'Invalid template for MenuItem: must have at least one of label, role or type',
      );
    }
    const menu = new Menu();
    menu.items.push(...withoutExtraSeparators(options).map((item) => new MenuItem(item)));
    return menu;
  }

  /** On Linux and Windows, Alt or F10 in a window shows the menu. */
  static setApplicationMenu(menu: Menu | null): void {
    if (menu && menu.constructor !== Menu) throw new TypeError('Invalid menu');
    applicationMenu = menu;
  }

  /**
   * Shows the menu over a window. The position has no effect.
   * @throws TypeError and Error as Electron does (lib/browser/api/menu.ts)
   */
  popup(options: Electron.PopupOptions = {}): void {
    if (typeof options !== 'object' || (options as unknown) === null) {
      throw new TypeError('Options must be an object');
    }
    refuseOtherKeys(options, popupOptions, 'Menu.popup');
    const { sourceType = 'mouse', callback } = options;
    if (!sourceTypes.includes(sourceType)) {
      throw new TypeError('Error processing argument at index 5, conversion failure');
    }
    // Every window comes from this run-time.
    const wanted = options.window as unknown as BrowserWindow | undefined;
    const [first] = BrowserWindow.getAllWindows();
    const window = wanted ?? BrowserWindow.getFocusedWindow() ?? first;
    if (!window) throw new Error('Cannot open Menu without a BaseWindow present');
    void show(this, 'Context menu', window).then(() => callback?.());
  }

  /** Searches submenus too; null if there is no such item. */
  getMenuItemById(id: string): MenuItem | null {
    const own = this.items.find((item) => item.id === id);
    if (own) return own;
    for (const { submenu } of this.items) {
      const found = submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

/** An item of a menu (docs/api/menu-item.md). */
export class MenuItem extends PartialObject {
  readonly id: string | undefined;
  readonly type: 'normal' | 'separator' | 'submenu';
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly registerAccelerator: boolean;
  readonly label: string;
  enabled: boolean;
  visible: boolean;
  readonly #click: Options['click'];

  /**
   * @throws Error as Electron does, for an accelerator that Electron would ignore with a warning,
   * and for other types and roles
   */
  constructor(options: Options) {
    super();
    refuseOtherKeys(options, knownOptions, 'MenuItem');
    const role = options.role?.toLowerCase();
    const known = role === undefined ? undefined : menuRoles[role];
    if (role !== undefined && !known) notImplemented(`MenuItem role '${options.role}'`);
    this.id = options.id;
    this.role = role;
    this.submenu = submenuOf(options.submenu);
    this.type = typeOf(options.type ?? (this.submenu ? 'submenu' : 'normal'), this.submenu);
    this.accelerator = options.accelerator ?? known?.accelerator;
    if (this.accelerator !== undefined) checkAccelerator(this.accelerator);
    this.registerAccelerator = options.registerAccelerator ?? known?.registerAccelerator ?? true;
    this.label = options.label ?? known?.label() ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.#click = options.click;
  }

  /** Does what the item is for. A role's own action replaces `click`. */
  click(event: Electron.KeyboardEvent, window: BrowserWindow | undefined): void {
    const run = this.role === undefined ? undefined : menuRoles[this.role]?.run;
    if (run && window) run(window, window.webContents);
    // Items and windows of this run-time have the members that it implements.
    else this.#click?.(this as never, window as never, event);
  }
}

function submenuOf(submenu: Options['submenu']): Menu | undefined {
  if (submenu === undefined) return undefined;
  // Every menu comes from this run-time.
  return Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as unknown as Menu);
}

function typeOf(type: NonNullable<Options['type']>, submenu: Menu | undefined): MenuItem['type'] {
  if (type === 'submenu' && !submenu) throw new Error('Invalid submenu');
  if (type === 'normal' || type === 'separator' || type === 'submenu') return type;
  const others = ['checkbox', 'radio', 'header', 'palette'];
  if (others.includes(type)) return notImplemented(`MenuItem type '${type}'`);
  throw new Error(`Unknown menu item type: ${type as string}`);
}

appEvents.on('window-created', (window: BrowserWindow) => {
  if (process.platform === 'darwin' || !window.webContents.session.isDefault) return;
  listenInPage(window.webContents, 'electronOnChromiumMenu', followMenuKey, () => {
    if (applicationMenu === null || isShown) return;
    isShown = true;
    void show(applicationMenu, 'Menu', window).finally(() => {
      isShown = false;
    });
  });
});

function isValid(item: unknown): boolean {
  return (
    item !== null &&
    typeof item === 'object' &&
    (Object.hasOwn(item, 'label') ||
      Object.hasOwn(item, 'role') ||
      ('type' in item && item.type === 'separator'))
  );
}

function withoutExtraSeparators(template: Template): Template {
  const isHidden = ({ visible }: Template[number]) => visible === false;
  return template
    .filter(
      (item, index) =>
        isHidden(item) ||
        item.type !== 'separator' ||
        (index > 0 && template[index - 1]?.type !== 'separator'),
    )
    .filter(
      (item, index, all) =>
        isHidden(item) || item.type !== 'separator' || (index > 0 && index < all.length - 1),
    );
}

/** Shows a menu until an item is chosen or its page is closed. */
async function show(menu: Menu, title: string, window: BrowserWindow): Promise<void> {
  const choices = choicesOf(menu);
  const buttons: DialogButton[] = choices.map(({ path, item }) => ({
    text: path,
    isEnabled: item.enabled,
  }));
  const answer = await askInPage({ title, fields: '', buttons: [...buttons, 'Close'] });
  const chosen = answer && choices[answer.button]?.item;
  if (!chosen || window.isDestroyed()) return;
  chosen.click({ triggeredByAccelerator: false }, window);
}

function choicesOf(menu: Menu, above = ''): readonly Choice[] {
  return menu.items
    .filter(({ visible, type }) => visible && type !== 'separator')
    .flatMap((item) => {
      // The letter that opens an item with the keyboard is marked with an ampersand.
      const path = `${above}${item.label.replace(/&(.)/g, '$1')}`;
      return item.submenu ? choicesOf(item.submenu, `${path} › `) : [{ path, item }];
    });
}

/** Reports Alt, pressed and released alone, and F10. Runs in the page, so it is self-contained. */
function followMenuKey(binding: string): void {
  let isAltAlone = false;
  const tell = () => {
    const send = Reflect.get(globalThis, binding) as (text: string) => void;
    send('');
  };
  window.addEventListener('keydown', (event) => {
    isAltAlone = event.key === 'Alt';
    if (event.key === 'F10' && !event.defaultPrevented) tell();
  });
  window.addEventListener('keyup', (event) => {
    if (event.key === 'Alt' && isAltAlone) tell();
    isAltAlone = false;
  });
}
