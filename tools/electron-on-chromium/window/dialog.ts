import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { notImplemented, partialModule, refuseOtherKeys } from '../not-implemented.js';
import { BrowserWindow } from './browser-window.js';
import { asHtml, askInPage } from './dialog-page.js';

/** Options that change only how a native dialog looks, or mean something on macOS alone. */
const looks = [
  'filters',
  'message',
  'nameFieldLabel',
  'showsTagField',
  'type',
  'icon',
  'noLink',
  'normalizeAccessKeys',
];
const openProperties = [
  'openFile',
  'openDirectory',
  'multiSelections',
  'createDirectory',
  'dontAddToRecent',
];

type WithWindow<O> = [options: O] | [window: BrowserWindow, options: O];

/**
 * The module `dialog` (docs/api/dialog.md). Chromium has no file dialogs that a program can open, so these are pages with a field for the
 * path, beside the application's window.
 */
export const dialog = partialModule('dialog', {
  async showSaveDialog(
    ...args: WithWindow<Electron.SaveDialogOptions>
  ): Promise<Electron.SaveDialogReturnValue> {
    const options = optionsOf(args);
    refuseOtherKeys(
      options,
      ['title', 'defaultPath', 'buttonLabel', 'properties', ...looks],
      'SaveDialog',
    );
    const path = await askForTarget(options, options.defaultPath ?? '');
    return path === null ? { canceled: true, filePath: '' } : { canceled: false, filePath: path };
  },

  async showOpenDialog(
    ...args: WithWindow<Electron.OpenDialogOptions>
  ): Promise<Electron.OpenDialogReturnValue> {
    const options = optionsOf(args);
    refuseOtherKeys(
      options,
      ['title', 'defaultPath', 'buttonLabel', 'properties', ...looks],
      'OpenDialog',
    );
    const {
      title = 'Open',
      buttonLabel = 'Open',
      properties = ['openFile'],
      defaultPath = '',
    } = options;
    const unknown = properties.find((property) => !openProperties.includes(property));
    if (unknown !== undefined) notImplemented(`OpenDialog property '${unknown}'`);
    const isMany = properties.includes('multiSelections');
    const label = properties.includes('openDirectory')
      ? 'Folder'
      : isMany
        ? 'Files, one a line'
        : 'File';
    const fields = isMany
      ? `<label>${label} <textarea name="paths" rows="6">${asHtml(defaultPath)}</textarea></label>`
      : textField(label, 'paths', defaultPath);
    const answer = await askInPage({ title, fields, buttons: [buttonLabel, 'Cancel'] });
    const paths = (answer?.values['paths'] ?? '').split('\n').filter((line) => line.trim() !== '');
    if (answer?.button !== 0 || paths.length === 0) return { canceled: true, filePaths: [] };
    return { canceled: false, filePaths: paths.map((path) => resolve(path.trim())) };
  },

  async showMessageBox(
    ...args: WithWindow<Electron.MessageBoxOptions>
  ): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsOf(args);
    const known = [
      'message',
      'buttons',
      'defaultId',
      'cancelId',
      'title',
      'detail',
      'checkboxLabel',
      'checkboxChecked',
    ];
    refuseOtherKeys(options, [...known, ...looks], 'MessageBox');
    const {
      message,
      detail = '',
      buttons = [],
      checkboxLabel,
      checkboxChecked = false,
      cancelId,
    } = options;
    const texts = buttons.length === 0 ? ['OK'] : buttons;
    const checkbox =
      checkboxLabel === undefined
        ? ''
        : `<label><input type="checkbox" name="checkbox"${checkboxChecked ? ' checked' : ''}> ${asHtml(checkboxLabel)}</label>`;
    const fields = `<p>${asHtml(message)}</p><p>${asHtml(detail)}</p>${checkbox}`;
    const answer = await askInPage({ title: options.title ?? 'Message', fields, buttons: texts });
    return {
      response: answer?.button ?? cancelId ?? cancelIndex(texts),
      checkboxChecked: answer ? answer.values['checkbox'] === 'true' : checkboxChecked,
    };
  },

  /** On the error output, which is where Electron writes it too before the application is ready. */
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
  },
});

function optionsOf<O extends object>(args: WithWindow<O>): O {
  const [first, second] = args;
  if (second !== undefined) return second;
  if (first instanceof BrowserWindow) throw new TypeError('A dialog needs options.');
  return first;
}

/** Asks for a path, and again where a file of that name exists and is not to be replaced. */
async function askForTarget(
  options: Electron.SaveDialogOptions,
  proposal: string,
): Promise<string | null> {
  const { title = 'Save', buttonLabel = 'Save' } = options;
  const fields = textField('Path', 'path', proposal);
  const answer = await askInPage({ title, fields, buttons: [buttonLabel, 'Cancel'] });
  const typed = answer?.values['path']?.trim() ?? '';
  if (answer?.button !== 0 || typed === '') return null;
  const path = resolve(typed);
  return existsSync(path) && !(await mayReplace(path)) ? askForTarget(options, path) : path;
}

async function mayReplace(path: string): Promise<boolean> {
  const fields = `<p>${asHtml(basename(path))} exists in this folder. Replacing it overwrites what is in it.</p>`;
  const answer = await askInPage({ title: 'Replace file', fields, buttons: ['Replace', 'Cancel'] });
  return answer?.button === 0;
}

function textField(label: string, name: string, value: string): string {
  return `<label>${asHtml(label)} <input type="text" name="${name}" value="${asHtml(value)}"></label>`;
}

/** As Electron finds it: the button that says so, else the first. */
function cancelIndex(buttons: readonly string[]): number {
  const index = buttons.findIndex((text) => /^(cancel|no)$/i.test(text));
  return index === -1 ? 0 : index;
}
