import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { app } from '../app/app.js';
import { checkString } from '../arguments.js';
import { notImplemented, partialModule, refuseOtherKeys } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';
import { asHtml, askInPage } from './dialog-page.js';

/** `filters` has no effect: the user types a path. */
const knownOptions = ['title', 'defaultPath', 'buttonLabel', 'filters', 'properties'];
const messageBoxOptions = [
  'type',
  'title',
  'message',
  'detail',
  'buttons',
  'defaultId',
  'cancelId',
  'signal',
];
const knownProperties = ['openFile', 'openDirectory', 'multiSelections'];

/** String options, with their names in Electron's errors (lib/browser/api/dialog.ts). */
const openTexts = {
  title: 'Title',
  buttonLabel: 'Button label',
  defaultPath: 'Default path',
  message: 'Message',
};
const saveTexts = { ...openTexts, nameFieldLabel: 'Name field label' };

/** An optional window, followed by options; or only options. */
type DialogArguments<O> = readonly [O?] | readonly [BrowserWindow | null | undefined, O?];

/**
 * The module `dialog` (docs/api/dialog.md). Chromium's file dialogs cannot be opened by a program,
 * so these are pages with a field for the path, beside the application's window.
 */
export const dialog = partialModule('dialog', {
  /**
   * @throws Error at once before the application is ready; TypeError for invalid options, as in
   * Electron
   */
  showSaveDialog(
    ...args: DialogArguments<Electron.SaveDialogOptions>
  ): Promise<Electron.SaveDialogReturnValue> {
    checkReady();
    const options = optionsOf(args) ?? { title: 'Save' };
    checkTexts(options, saveTexts);
    refuseOtherKeys(options, knownOptions, 'SaveDialog');
    for (const property of options.properties ?? [])
      notImplemented(`SaveDialog property '${property}'`);
    return askForTarget(options, options.defaultPath ?? '');
  },

  /**
   * @throws Error at once before the application is ready; TypeError for invalid options, as in
   * Electron
   */
  showOpenDialog(
    ...args: DialogArguments<Electron.OpenDialogOptions>
  ): Promise<Electron.OpenDialogReturnValue> {
    checkReady();
    const options = optionsOf(args) ?? { title: 'Open' };
    const { properties = ['openFile'] } = options;
    if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
    checkTexts(options, openTexts);
    refuseOtherKeys(options, knownOptions, 'OpenDialog');
    const unknown = properties.find((property) => !knownProperties.includes(property));
    if (unknown !== undefined) notImplemented(`OpenDialog property '${unknown}'`);
    return askForSources(options, properties);
  },

  /**
   * @throws Error at once before the application is ready; TypeError for invalid options, as in
   * Electron
   */
  showMessageBox(
    ...args: DialogArguments<Electron.MessageBoxOptions>
  ): Promise<Electron.MessageBoxReturnValue> {
    checkReady();
    const options = optionsOf(args);
    if (options === undefined) throw new TypeError('Options must be an object');
    refuseOtherKeys(options, messageBoxOptions, 'MessageBox');
    const { buttons = [], cancelId = 0, message, detail = '', signal } = options;
    if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
    checkTexts(options, { message: 'Message', detail: 'Detail', title: 'Title' });
    return askForButton(message, detail, buttons.length === 0 ? ['OK'] : buttons, cancelId, signal);
  },

  /** Writes to standard error, as Electron does before the application is ready. */
  showErrorBox(...args: readonly [title?: unknown, content?: unknown]): void {
    if (args.length < 2) throw new TypeError('Insufficient number of arguments.');
    args.forEach((text, index) => checkString(text, index));
    const [title, content] = args as readonly string[];
    process.stderr.write(`${title}\n${content}\n`);
  },
});

function checkReady(): void {
  if (!app.isReady()) throw new Error('dialog module can only be used after app is ready');
}

function optionsOf<O extends object>(args: DialogArguments<O>): O | undefined {
  const [first, second] = args;
  // Distinguished as in Electron.
  return first && !(first instanceof BrowserWindow) ? first : second;
}

function checkTexts(options: object, names: Readonly<Record<string, string>>): void {
  for (const [key, name] of Object.entries(names)) {
    const value: unknown = Reflect.get(options, key);
    if (value !== undefined && typeof value !== 'string') {
      throw new TypeError(`${name} must be a string`);
    }
  }
}

/** Returns `cancelId` if the page is closed or the signal aborts. */
async function askForButton(
  message: string,
  detail: string,
  buttons: readonly string[],
  cancelId: number,
  signal: AbortSignal | undefined,
): Promise<Electron.MessageBoxReturnValue> {
  const aborted = new Promise<null>((resolve) => {
    if (signal?.aborted === true) resolve(null);
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
  const fields = `<p>${asHtml(detail)}</p>`;
  const answer = await Promise.race([askInPage({ title: message, fields, buttons }), aborted]);
  return { response: answer?.button ?? cancelId, checkboxChecked: false };
}

async function askForSources(
  { title = 'Open', buttonLabel = 'Open', defaultPath = '' }: Electron.OpenDialogOptions,
  properties: readonly string[],
): Promise<Electron.OpenDialogReturnValue> {
  const isMany = properties.includes('multiSelections');
  const one = properties.includes('openDirectory') ? 'Folder' : 'File';
  const fields = isMany
    ? `<label>${one}s, one per line <textarea name="paths" rows="6">${asHtml(defaultPath)}</textarea></label>`
    : textField(one, 'paths', defaultPath);
  const answer = await askInPage({ title, fields, buttons: [buttonLabel, 'Cancel'] });
  const paths = (answer?.values['paths'] ?? '').split('\n').filter((line) => line.trim() !== '');
  if (answer?.button !== 0 || paths.length === 0) return { canceled: true, filePaths: [] };
  return { canceled: false, filePaths: paths.map((path) => resolve(path.trim())) };
}

/** Asks for a path, and again if the file exists and must not be replaced. */
async function askForTarget(
  options: Electron.SaveDialogOptions,
  proposal: string,
): Promise<Electron.SaveDialogReturnValue> {
  const { title = 'Save', buttonLabel = 'Save' } = options;
  const fields = textField('Path', 'path', proposal);
  const answer = await askInPage({ title, fields, buttons: [buttonLabel, 'Cancel'] });
  const typed = answer?.values['path']?.trim() ?? '';
  if (answer?.button !== 0 || typed === '') return { canceled: true, filePath: '' };
  const path = resolve(typed);
  if (!existsSync(path) || (await mayReplace(path))) return { canceled: false, filePath: path };
  return askForTarget(options, path);
}

async function mayReplace(path: string): Promise<boolean> {
  const fields = `<p>${asHtml(basename(path))} exists in this folder. Replacing it overwrites its contents.</p>`;
  const answer = await askInPage({ title: 'Replace file', fields, buttons: ['Replace', 'Cancel'] });
  return answer?.button === 0;
}

function textField(label: string, name: string, value: string): string {
  return `<label>${asHtml(label)} <input type="text" name="${name}" value="${asHtml(value)}"></label>`;
}
