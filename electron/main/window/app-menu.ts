import {
  type BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
} from 'electron';
import type { z } from 'zod';
import {
  type CommandId,
  commandIds,
  commands,
  type contextMenuSchema,
  contextMenus,
  menus,
} from '../../shared/commands.js';
import { type Message, message } from '../../shared/messages/message.js';
import { windowText } from './window-text.js';

type Item = MenuItemConstructorOptions;
type Role = NonNullable<Item['role']>;
type Groups = readonly (readonly Item[])[];
type ContextMenuRequest = z.output<typeof contextMenuSchema>;

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** A packaged application has no developer tools. */
  readonly isPackaged: boolean;
  /** Called when the user chooses a command in a menu. */
  readonly onCommand: (id: CommandId) => void;
  readonly onQuit: () => void;
}

/**
 * The menus of the window: the application's menu, which Linux and Windows hide until Alt is
 * pressed, and the context menus.
 */
export class AppMenu {
  readonly #window: BrowserWindow;
  readonly #options: MenuOptions;
  #menu: Pick<Menu, 'getMenuItemById'>;
  #disabled: readonly CommandId[] = [];

  constructor(window: BrowserWindow, options: MenuOptions) {
    this.#window = window;
    this.#options = options;
    this.#menu = setMenu(options);
    window.webContents.on('context-menu', (_event, params) => this.#showTextMenu(params));
  }

  /** Renders the menu again, after the language has changed. */
  translate(): void {
    this.#menu = setMenu(this.#options);
    this.disable(this.#disabled);
  }

  /** Disables commands that have no effect now, and enables all others. */
  disable(disabled: readonly CommandId[]): void {
    this.#disabled = disabled;
    for (const id of commandIds) {
      const item = this.#menu.getMenuItemById(id);
      if (item) item.enabled = !disabled.includes(id);
    }
  }

  showContext(request: ContextMenuRequest): void {
    const { x, y, byKeyboard } = request;
    this.#popUp(contextTemplate(request, this.#options), {
      x,
      y,
      sourceType: byKeyboard ? 'keyboard' : 'mouse',
    });
  }

  #showTextMenu(params: ContextMenuParams): void {
    const { x, y, menuSourceType } = params;
    const { webContents } = this.#window;
    const template = textTemplate(params, (word) => webContents.replaceMisspelling(word));
    this.#popUp(template, { x, y, sourceType: menuSourceType });
  }

  #popUp(template: Item[], place: Pick<Electron.PopupOptions, 'x' | 'y' | 'sourceType'>): void {
    if (template.length === 0 || this.#window.isDestroyed()) return;
    Menu.buildFromTemplate(template).popup({ window: this.#window, ...place });
  }
}

function setMenu(options: MenuOptions): Pick<Menu, 'getMenuItemById'> {
  const menu = Menu.buildFromTemplate(menuTemplate(options));
  Menu.setApplicationMenu(menu);
  return menu;
}

/** In the order of the system's guidelines. */
export function menuTemplate(options: MenuOptions): Item[] {
  const isMac = options.platform === 'darwin';
  const groupsOf = (menu: keyof typeof menus) =>
    menus[menu].groups.map((group) => group.map((id) => commandItem(id, options)));
  const settings = commandItem('settings', options);
  const quit = quitItem(options);
  const close = roleItem('close', message('commands.closeWindow'));
  return [
    ...(isMac ? [macApplicationMenu(settings, quit)] : []),
    submenu(menus.file.label, [...groupsOf('file'), ...(isMac ? [[close]] : [[settings], [quit]])]),
    submenu(message('commands.editMenu'), [undoItems(), editItems()]),
    submenu(menus.view.label, [
      ...groupsOf('view'),
      [roleItem('togglefullscreen', message('commands.fullScreen'))],
      ...(options.isPackaged ? [] : [developmentItems()]),
    ]),
    submenu(menus.document.label, groupsOf('document')),
    submenu(menus.queue.label, groupsOf('queue')),
    {
      ...submenu(message('commands.windowMenu'), [
        [
          roleItem('minimize', message('commands.minimize')),
          ...(isMac ? [{ role: 'zoom' } as const] : [close]),
        ],
        ...(isMac ? [[{ role: 'front' } as const]] : []),
      ]),
      role: 'window',
    },
    { ...submenu(menus.help.label, groupsOf('help')), role: 'help' },
  ];
}

interface ContextCommands extends Pick<ContextMenuRequest, 'menu' | 'canCopy'> {
  readonly commands: readonly CommandId[];
}

/** With the commands that can run. */
export function contextTemplate(
  { menu, commands: possible, canCopy }: ContextCommands,
  options: Pick<MenuOptions, 'onCommand'>,
): Item[] {
  const groups: readonly (readonly CommandId[])[] = contextMenus[menu];
  const copy = canCopy ? [roleItem('copy', message('commands.copy'))] : [];
  return joined([
    copy,
    ...groups.map((group) =>
      group.filter((id) => possible.includes(id)).map((id) => commandItem(id, options)),
    ),
  ]);
}

type TextParams = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
>;

/**
 * For a text field or selected text; empty for anything else. The menu of a text field has all
 * items, so that each is always at the same place.
 * @param replace replaces the misspelled word
 */
export function textTemplate(params: TextParams, replace: (word: string) => void): Item[] {
  const { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions } = params;
  const copy = { ...roleItem('copy', message('commands.copy')), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const possible: readonly (Role | false | undefined)[] = [
    editFlags.canUndo && 'undo',
    editFlags.canRedo && 'redo',
    editFlags.canCut && 'cut',
    editFlags.canCopy && 'copy',
    editFlags.canPaste && 'paste',
    editFlags.canDelete && 'delete',
    editFlags.canSelectAll && 'selectAll',
  ];
  const enabled = (items: readonly Item[]) =>
    items.map((item) => ({ ...item, enabled: possible.includes(item.role) }));
  const suggestions = misspelledWord === '' ? [] : dictionarySuggestions;
  return joined([
    suggestions.map((word) => ({ label: word.replaceAll('&', '&&'), click: () => replace(word) })),
    enabled(undoItems()),
    enabled(editItems()),
  ]);
}

/**
 * An item of a command. The window alone acts on keys, so that one press never acts twice: the menu
 * shows them. macOS registers them anyway, and reports presses that the window did not use.
 */
function commandItem(id: CommandId, { onCommand }: Pick<MenuOptions, 'onCommand'>): Item {
  const { label, keys: [keys] = [] } = commands[id];
  return {
    id,
    label: windowText(label),
    // A plain key would be taken from text fields.
    ...(keys?.includes('+') === true && { accelerator: keys, registerAccelerator: false }),
    click: (_item, _window, { triggeredByAccelerator }) => {
      if (triggeredByAccelerator !== true) onCommand(id);
    },
  };
}

/** Not the system's role, which quits without asking. Windows has no key for it. */
function quitItem({ platform, onQuit }: Pick<MenuOptions, 'platform' | 'onQuit'>): Item {
  return {
    id: 'quit',
    label: windowText(message('commands.quit')),
    ...(platform !== 'win32' && { accelerator: 'CmdOrCtrl+Q' }),
    click: onQuit,
  };
}

/** An item with the behavior of the system. */
function roleItem(role: Role, label: Message): Item {
  return { role, label: windowText(label) };
}

function undoItems(): readonly Item[] {
  return [roleItem('undo', message('commands.undo')), roleItem('redo', message('commands.redo'))];
}

function editItems(): readonly Item[] {
  return [
    roleItem('cut', message('commands.cut')),
    roleItem('copy', message('commands.copy')),
    roleItem('paste', message('commands.paste')),
    roleItem('delete', message('commands.delete')),
    roleItem('selectAll', message('commands.selectAll')),
  ];
}

function developmentItems(): readonly Item[] {
  return [
    roleItem('forceReload', message('commands.reload')),
    roleItem('toggleDevTools', message('commands.developerTools')),
  ];
}

function macApplicationMenu(settings: Item, quit: Item): Item {
  return {
    role: 'appMenu',
    submenu: joined([
      [{ role: 'about' }],
      [settings],
      [{ role: 'services' }],
      [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
      [quit],
    ]),
  };
}

function submenu(label: Message, groups: Groups): Item {
  return { label: windowText(label), submenu: joined(groups) };
}

/** Joins groups that have items with separators. */
function joined(groups: Groups): Item[] {
  return groups
    .filter(({ length }) => length > 0)
    .flatMap((group, index) => [...(index > 0 ? [{ type: 'separator' } as const] : []), ...group]);
}
