import { z } from 'zod';
import { type Message, message } from './messages/message.js';

interface CommandDefinition {
  /** Label in menus and lists; with an ellipsis if a dialog asks for more. */
  readonly label: Message;
  /**
   * Keys in Electron's notation (docs/api/accelerator.md), with `CmdOrCtrl` as the main modifier;
   * several where keyboards differ. The first is shown.
   */
  readonly keys?: readonly string[];
}

/**
 * All commands of the window. Menus, shortcuts, the palette and the list of shortcuts are made from
 * this table; `renderer/commands/actions.ts` says what each does and when it can run.
 */
const definitions = {
  open: { label: message('commands.open'), keys: ['CmdOrCtrl+O'] },
  'enter-url': { label: message('commands.enterUrl'), keys: ['CmdOrCtrl+L'] },
  'watch-folder': { label: message('commands.watchFolder') },
  'open-json': { label: message('commands.openRequest'), keys: ['CmdOrCtrl+Shift+O'] },
  refresh: { label: message('commands.refresh'), keys: ['CmdOrCtrl+R', 'F5'] },
  cancel: { label: message('commands.cancel'), keys: ['Escape'] },
  convert: { label: message('commands.convert'), keys: ['CmdOrCtrl+Enter'] },
  split: { label: message('split.start') },
  save: { label: message('commands.save'), keys: ['CmdOrCtrl+S'] },
  'save-as': { label: message('commands.saveAs'), keys: ['CmdOrCtrl+Shift+S'] },
  upload: { label: message('commands.upload'), keys: ['CmdOrCtrl+U'] },
  'copy-curl': { label: message('commands.copyAsCurl'), keys: ['CmdOrCtrl+Shift+C'] },
  'copy-json': { label: message('commands.copyAsJson'), keys: ['CmdOrCtrl+Shift+J'] },
  'pause-queue': { label: message('commands.pauseQueue') },
  'resume-queue': { label: message('commands.resumeQueue') },
  'retry-failed': { label: message('commands.retryFailed') },
  'clear-completed': { label: message('commands.clearCompleted') },
  'clear-finished': { label: message('commands.clearFinished') },
  'cancel-all': { label: message('commands.cancelAll') },
  'show-document': { label: message('commands.showDocument'), keys: ['CmdOrCtrl+1'] },
  'show-queue': { label: message('commands.showQueue'), keys: ['CmdOrCtrl+2'] },
  'show-history': { label: message('commands.showHistory'), keys: ['CmdOrCtrl+3'] },
  'toggle-queue': { label: message('commands.toggleQueue'), keys: ['CmdOrCtrl+J'] },
  find: { label: message('preview.find'), keys: ['CmdOrCtrl+F'] },
  print: { label: message('preview.print'), keys: ['CmdOrCtrl+P'] },
  'zoom-in': { label: message('commands.zoomIn'), keys: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='] },
  'zoom-out': { label: message('commands.zoomOut'), keys: ['CmdOrCtrl+-'] },
  'fit-page': { label: message('preview.fitPage'), keys: ['CmdOrCtrl+0'] },
  'fit-width': { label: message('preview.fitWidth'), keys: ['CmdOrCtrl+9'] },
  'actual-size': { label: message('preview.actualSize'), keys: ['CmdOrCtrl+8'] },
  compare: { label: message('commands.compare'), keys: ['CmdOrCtrl+D'] },
  'compare-file': { label: message('commands.compareFile') },
  'next-change': { label: message('commands.nextChange'), keys: ['F7'] },
  'previous-change': { label: message('commands.previousChange'), keys: ['Shift+F7'] },
  'open-pdf': { label: message('commands.openPdf') },
  'show-in-folder': { label: message('window.showInFolder') },
  'copy-link': { label: message('uploads.copyLink') },
  retry: { label: message('window.retry') },
  'convert-again': { label: message('history.convertAgain') },
  edit: { label: message('commands.editInDocument') },
  'move-to-top': { label: message('queue.moveToTop') },
  'cancel-selected': { label: message('window.cancel') },
  remove: { label: message('window.removeFromList') },
  palette: { label: message('commands.palette'), keys: ['CmdOrCtrl+K'] },
  settings: { label: message('commands.settings'), keys: ['CmdOrCtrl+,'] },
  help: { label: message('commands.shortcuts'), keys: ['?'] },
  'check-for-updates': { label: message('commands.checkForUpdates') },
  'copy-diagnostics': { label: message('commands.copyDiagnostics') },
  about: { label: message('commands.about') },
} as const satisfies Record<string, CommandDefinition>;

export type CommandId = keyof typeof definitions;

export const commands: Readonly<Record<CommandId, CommandDefinition>> = definitions;

/** In the order of the list of shortcuts. */
export const commandIds = Object.keys(definitions) as readonly CommandId[];

export const commandIdSchema = z.enum(commandIds);

/** A menu of the application, with groups of commands between separators. */
interface MenuDefinition {
  /** With `&` before the letter that opens it with Alt. */
  readonly label: Message;
  readonly groups: readonly (readonly CommandId[])[];
}

/**
 * The commands in the application's menus. The main process adds what the system provides: editing,
 * window and quit commands.
 */
export const menus = {
  file: {
    label: message('commands.fileMenu'),
    groups: [
      ['open', 'enter-url', 'open-json', 'watch-folder'],
      ['save', 'save-as', 'upload', 'print'],
      ['open-pdf', 'show-in-folder'],
      ['copy-curl', 'copy-json'],
    ],
  },
  view: {
    label: message('commands.viewMenu'),
    groups: [
      ['show-document', 'show-queue', 'show-history'],
      ['find'],
      ['zoom-in', 'zoom-out', 'fit-page', 'fit-width', 'actual-size'],
      ['compare', 'compare-file', 'next-change', 'previous-change'],
    ],
  },
  document: {
    label: message('commands.documentMenu'),
    groups: [
      ['refresh', 'cancel'],
      ['convert', 'split'],
    ],
  },
  queue: {
    label: message('commands.queueMenu'),
    groups: [
      ['pause-queue', 'resume-queue', 'retry-failed'],
      ['cancel-all', 'clear-completed', 'clear-finished'],
    ],
  },
  help: {
    label: message('commands.helpMenu'),
    groups: [['help'], ['check-for-updates'], ['copy-diagnostics'], ['about']],
  },
} as const satisfies Record<string, MenuDefinition>;

/**
 * The commands in the context menus: of the PDF on screen, of rows of the queue and of the history,
 * and of a file or URL to convert. A menu shows those that can run.
 */
export const contextMenus = {
  paper: [
    ['find', 'print', 'compare'],
    ['save', 'save-as', 'upload', 'open-pdf'],
    ['fit-page', 'fit-width', 'actual-size'],
  ],
  queue: [
    ['open-pdf', 'show-in-folder', 'save-as', 'copy-link'],
    ['retry', 'edit', 'move-to-top'],
    ['cancel-selected', 'remove'],
  ],
  history: [['open-pdf', 'show-in-folder'], ['convert-again', 'edit'], ['remove']],
  source: [['remove']],
} as const satisfies Record<string, readonly (readonly CommandId[])[]>;

export type ContextMenu = keyof typeof contextMenus;

/** Asks the main process for a context menu. */
export const contextMenuSchema = z.object({
  // The keys of a literal object are the union of its keys.
  menu: z.enum(Object.keys(contextMenus) as readonly ContextMenu[]),
  /** The commands that can run now. */
  commands: z.array(commandIdSchema),
  /** True if the menu can copy selected text. */
  canCopy: z.boolean(),
  /** Where it opens, in CSS pixels of the window's page. */
  x: z.number().int(),
  y: z.number().int(),
  /** True if a key asked for it; then its first item is selected. */
  byKeyboard: z.boolean(),
});
