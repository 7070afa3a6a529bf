import { describe, expect, test } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { electronUsage } from '../../support/electron-usage.js';

const used = electronUsage();

/**
 * The stand-in's modules and classes, under the names that electron.d.ts gives their interfaces.
 */
const implemented = {
  App: membersOf(standIn.app),
  BrowserWindow: [
    ...membersOf(standIn.BrowserWindow.prototype),
    ...Object.getOwnPropertyNames(standIn.BrowserWindow),
  ],
  Clipboard: membersOf(standIn.clipboard),
  CommandLine: membersOf(standIn.app.commandLine),
  Dialog: membersOf(standIn.dialog),
  IpcMain: membersOf(standIn.ipcMain),
  Menu: membersOf(standIn.Menu),
  Notification: [
    ...membersOf(standIn.Notification.prototype),
    ...Object.getOwnPropertyNames(standIn.Notification),
  ],
  SafeStorage: membersOf(standIn.safeStorage),
  Shell: membersOf(standIn.shell),
} as const;

function membersOf(object: object): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(object);
  const own = Object.getOwnPropertyNames(object);
  const isInstance = typeof prototype === 'object' && prototype !== null;
  const inherited = isInstance ? Object.getOwnPropertyNames(prototype) : [];
  return [...own, ...inherited].filter((name) => !/^(?:constructor|_|__)/.test(name));
}

const modules = {
  Clipboard: standIn.clipboard,
  CommandLine: standIn.app.commandLine,
  Dialog: standIn.dialog,
  IpcMain: standIn.ipcMain,
  Menu: standIn.Menu,
  SafeStorage: standIn.safeStorage,
  Shell: standIn.shell,
};

/** Thrown by name: the product calls these on macOS alone. */
const absentHere = ['Menu.buildFromTemplate'];
/** Members of every event emitter. */
const ofEmitters = /\.(?:on|once|off|addListener|prependListener|removeListener)$/;

test.each(Object.entries(implemented))(
  '%s has each member that the product accesses',
  (name, members) => {
    const missing = [...used.keys()]
      .filter((member) => member.startsWith(`${name}.`) && !ofEmitters.test(member))
      .filter((member) => !members.includes(member.slice(name.length + 1)));
    expect(missing.filter((member) => !absentHere.includes(member))).toEqual([]);
  },
);

describe('the stand-in has no member that nobody calls', () => {
  // The stand-in's own parts ask whether the application is ready.
  const ofStandIn = ['App.isReady', 'App.setAppUserModelId'];

  test.each([
    'App',
    'Clipboard',
    'CommandLine',
    'Dialog',
    'IpcMain',
    'Menu',
    'SafeStorage',
    'Shell',
  ] as const)('%s', (name) => {
    const prototype: unknown = Object.getPrototypeOf(standIn.app);
    const own =
      name === 'App'
        ? Object.getOwnPropertyNames(prototype)
        : Reflect.ownKeys(modules[name]).map(String);
    const unused = own
      .filter((member) => member !== 'constructor')
      .map((member) => `${name}.${member}`)
      .filter((member) => !used.has(member) && !ofStandIn.includes(member));
    expect(unused).toEqual([]);
  });
});
