import { describe, expect, test } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../../..');

/** The stand-in's modules and classes, by the names of their interfaces in electron.d.ts. */
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
  Menu: [...membersOf(standIn.Menu.prototype), ...Object.getOwnPropertyNames(standIn.Menu)],
  // Its fields exist on instances only.
  MenuItem: Object.getOwnPropertyNames(new standIn.MenuItem({ label: 'x' })),
  Notification: [
    ...membersOf(standIn.Notification.prototype),
    ...Object.getOwnPropertyNames(standIn.Notification),
  ],
  SafeStorage: membersOf(standIn.safeStorage),
  NativeTheme: membersOf(standIn.nativeTheme),
  PowerSaveBlocker: membersOf(standIn.powerSaveBlocker),
  Screen: membersOf(standIn.screen),
  Shell: membersOf(standIn.shell),
} as const;

const used = electronUsage();

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
  Menu: standIn.Menu.prototype,
  SafeStorage: standIn.safeStorage,
  Shell: standIn.shell,
};

/** Members of every event emitter. */
const ofEmitters = /\.(?:on|once|off|addListener|prependListener|removeListener)$/;

test.each(Object.entries(implemented))(
  '%s has each member that the product uses',
  (name, members) => {
    const missing = [...used.keys()]
      .filter((member) => member.startsWith(`${name}.`) && !ofEmitters.test(member))
      .filter((member) => !members.includes(member.slice(name.length + 1)));
    expect(missing).toEqual([]);
  },
);

describe('the stand-in has no unused members', () => {
  // The stand-in itself checks whether the application is ready; an interface of the product has
  // the others.
  const ofStandIn = ['App.isReady', 'App.setAppUserModelId', 'App.userAgentFallback'];

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

/**
 * Returns the members of Electron's API that the product uses, as `Interface.member` with the names
 * of electron.d.ts, each with one place that uses it.
 */
function electronUsage(): ReadonlyMap<string, string> {
  const folder = join(root, 'electron');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, { ...options, types: ['node'] }, ownCodeHost(options));
  const checker = program.getTypeChecker();
  const names = memberNames(program);
  const used = new Map<string, string>();

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node) && names.has(node.name.text)) {
      const member = electronMember(checker.getSymbolAtLocation(node.name));
      if (member !== null) used.set(member, node.getSourceFile().fileName);
    }
    ts.forEachChild(node, visit);
  }
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source);
  }
  return used;
}

/** Finds Electron's types and our own alone: those of all packages take most of the time. */
function ownCodeHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const isOwn = (name: string) => /^(?:\.|@shared\/|electron$)/.test(name);
  host.resolveModuleNameLiterals = (names, file) =>
    names.map(({ text }) =>
      isOwn(text) ? ts.resolveModuleName(text, file, options, host) : { resolvedModule: undefined },
    );
  return host;
}

/** Returns the names of the members that are tested: only where they are used, types are needed. */
function memberNames(program: ts.Program): ReadonlySet<string> {
  const api = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('electron.d.ts'));
  const names = new Set<string>();
  function visit(node: ts.Node): void {
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      if (!node.name || !(node.name.text in implemented)) return;
      for (const { name } of node.members) if (name && ts.isIdentifier(name)) names.add(name.text);
    }
    ts.forEachChild(node, visit);
  }
  if (api) visit(api);
  return names;
}

function electronMember(symbol: ts.Symbol | undefined): string | null {
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration?.getSourceFile().fileName.endsWith('electron.d.ts')) return null;
  const { parent } = declaration;
  const isNamed = ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent);
  return isNamed && parent.name ? `${parent.name.text}.${symbol.name}` : null;
}
