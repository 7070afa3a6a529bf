import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type CommandId, commandIds, commands, menus } from '../../shared/commands.js';
import { type Message, message } from '../../shared/messages/message.js';
import { windowText } from './window-text.js';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** A packaged application has no developer tools. */
  readonly isPackaged: boolean;
  /** Called when the user chooses a command in the menu. */
  readonly onCommand: (id: CommandId) => void;
}

/** The application's menu. On Linux and Windows it is hidden until Alt is pressed. */
export class AppMenu {
  readonly #options: MenuOptions;
  #menu: Pick<Menu, 'getMenuItemById'>;
  #disabled: readonly CommandId[] = [];

  constructor(options: MenuOptions) {
    this.#options = options;
    this.#menu = setMenu(options);
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
}

function setMenu(options: MenuOptions): Pick<Menu, 'getMenuItemById'> {
  const menu = Menu.buildFromTemplate(menuTemplate(options));
  Menu.setApplicationMenu(menu);
  return menu;
}

/** Returns the menus of the application, in the order of the system's guidelines. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const groupsOf = (menu: keyof typeof menus) =>
    menus[menu].groups.map((group) => group.map((id) => commandItem(id, options)));
  const settings = commandItem('settings', options);
  const quit = roleItem('quit', message('commands.quit'));
  const close = roleItem('close', message('commands.closeWindow'));
  const development = options.isPackaged ? [] : [developmentItems];
  return [
    ...(isMac ? [macApplicationMenu(settings, quit)] : []),
    submenu(menus.file.label, [...groupsOf('file'), ...(isMac ? [[close]] : [[settings], [quit]])]),
    submenu(message('commands.editMenu'), editGroups),
    submenu(menus.view.label, [
      ...groupsOf('view'),
      [roleItem('togglefullscreen', message('commands.fullScreen'))],
      ...development,
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

/**
 * An item of a command. The window alone acts on keys, so that one press never acts twice: the menu
 * shows them. macOS registers them anyway, and reports presses that the window did not use.
 */
function commandItem(id: CommandId, { onCommand }: MenuOptions): MenuItemConstructorOptions {
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

/** An item with the behavior of the system. */
function roleItem(role: Role, label: Message): MenuItemConstructorOptions {
  return { role, label: windowText(label) };
}

const editGroups = [
  [roleItem('undo', message('commands.undo')), roleItem('redo', message('commands.redo'))],
  [
    roleItem('cut', message('commands.cut')),
    roleItem('copy', message('commands.copy')),
    roleItem('paste', message('commands.paste')),
    roleItem('delete', message('commands.delete')),
    roleItem('selectAll', message('commands.selectAll')),
  ],
];

const developmentItems = [
  roleItem('forceReload', message('commands.reload')),
  roleItem('toggleDevTools', message('commands.developerTools')),
];

function macApplicationMenu(
  settings: MenuItemConstructorOptions,
  quit: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
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

function submenu(
  label: Message,
  groups: readonly (readonly MenuItemConstructorOptions[])[],
): MenuItemConstructorOptions {
  return { label: windowText(label), submenu: joined(groups) };
}

/** Joins groups with separators. */
function joined(
  groups: readonly (readonly MenuItemConstructorOptions[])[],
): MenuItemConstructorOptions[] {
  return groups.flatMap((group, index) => [
    ...(index > 0 ? [{ type: 'separator' } as const] : []),
    ...group,
  ]);
}
