import { homedir } from 'node:os';
import { join } from 'node:path';
import { type BrowserWindow, type OpenDialogOptions, app, dialog } from 'electron';
import { type Message, message } from '../../shared/messages/message.js';
import { sourceEndings } from '../engine/sources/source-kinds.js';
import { windowText } from './window-text.js';

/** The system's file dialogs. They return null, or an empty list, if the user closes them. */
export interface Dialogs {
  readonly chooseSources: () => Promise<readonly string[]>;
  /** Asks for a PDF under or over the pages. */
  readonly chooseStamp: () => Promise<string | null>;
  /** Asks for files to attach to a PDF. */
  readonly chooseAttachments: () => Promise<readonly string[]>;
  readonly chooseFolder: (title: Message) => Promise<string | null>;
  /** Asks where to export presets; `name` is the suggested file name. */
  readonly chooseExport: (name: string) => Promise<string | null>;
  readonly chooseImport: () => Promise<string | null>;
  /** Asks for a file with an API request. */
  readonly chooseRequest: () => Promise<string | null>;
  /** Asks for a PDF to compare with. */
  readonly chooseComparison: () => Promise<string | null>;
  readonly chooseCertificates: () => Promise<string | null>;
  /** Asks for a private key; opens in `~/.ssh`. */
  readonly chooseKey: () => Promise<string | null>;
  /** Asks for a cookie file in Netscape's format. */
  readonly chooseCookies: () => Promise<string | null>;
  /**
   * Asks where to save a PDF.
   * @param folder where the dialog opens; by default the documents folder
   */
  readonly choosePdf: (name: string, folder: string | undefined) => Promise<string | null>;
}

type OpenOptions = Pick<OpenDialogOptions, 'title' | 'buttonLabel' | 'filters' | 'defaultPath'>;

/** Modal to the window. */
export function windowDialogs(window: BrowserWindow): Dialogs {
  const choose = async (
    options: OpenOptions,
    ...properties: NonNullable<OpenDialogOptions['properties']>
  ) => (await dialog.showOpenDialog(window, { ...options, properties })).filePaths;
  const chooseFile = async (options: OpenOptions) => (await choose(options, 'openFile'))[0] ?? null;
  return {
    chooseSources: async () =>
      choose(
        {
          title: text(message('desktop.chooseSources')),
          buttonLabel: text(message('desktop.open')),
          filters: [
            filter(
              message('desktop.sourceFiles'),
              // PDFs can be merged with other documents.
              [...sourceEndings.map((end) => end.slice(1)), 'pdf'],
            ),
            allFiles(),
          ],
        },
        'openFile',
        'multiSelections',
      ),
    chooseStamp: async () =>
      chooseFile({
        title: text(message('desktop.chooseStamp')),
        buttonLabel: text(message('desktop.choose')),
        filters: [filter(message('desktop.pdfFiles'), ['pdf'])],
      }),
    chooseAttachments: async () =>
      choose(
        {
          title: text(message('desktop.chooseAttachments')),
          buttonLabel: text(message('desktop.choose')),
        },
        'openFile',
        'multiSelections',
      ),
    chooseFolder: async (title) => {
      const buttonLabel = text(message('desktop.choose'));
      const folders = await choose({ title: text(title), buttonLabel }, 'openDirectory');
      return folders[0] ?? null;
    },
    chooseExport: async (name) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: text(message('desktop.exportPresets')),
        buttonLabel: text(message('desktop.export')),
        defaultPath: join(app.getPath('documents'), name),
        filters: [jsonFiles()],
      });
      return canceled || filePath === '' ? null : filePath;
    },
    chooseImport: async () =>
      chooseFile({
        title: text(message('desktop.importPresets')),
        buttonLabel: text(message('desktop.import')),
        filters: [jsonFiles()],
      }),
    chooseRequest: async () =>
      chooseFile({
        title: text(message('desktop.openRequest')),
        buttonLabel: text(message('desktop.open')),
        filters: [jsonFiles()],
      }),
    chooseCertificates: async () =>
      chooseFile({
        title: text(message('desktop.chooseCertificates')),
        buttonLabel: text(message('desktop.choose')),
        filters: [filter(message('desktop.certificateFiles'), ['pem', 'crt', 'cer']), allFiles()],
      }),
    chooseKey: async () =>
      chooseFile({
        title: text(message('desktop.chooseKey')),
        buttonLabel: text(message('desktop.choose')),
        defaultPath: join(homedir(), '.ssh'),
      }),
    chooseComparison: async () =>
      chooseFile({
        title: text(message('desktop.chooseComparison')),
        buttonLabel: text(message('desktop.compare')),
        filters: [pdfFiles()],
      }),
    chooseCookies: async () =>
      chooseFile({
        title: text(message('signIns.chooseCookies')),
        buttonLabel: text(message('desktop.choose')),
        filters: [filter(message('signIns.cookieFiles'), ['txt']), allFiles()],
      }),
    choosePdf: async (name, folder) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: text(message('desktop.savePdf')),
        buttonLabel: text(message('desktop.save')),
        defaultPath: join(folder ?? app.getPath('documents'), name),
        filters: [pdfFiles()],
      });
      return canceled || filePath === '' ? null : withPdfEnding(filePath);
    },
  };
}

const text = windowText;

function filter(name: Message, extensions: string[]) {
  return { name: text(name), extensions };
}

const jsonFiles = () => filter(message('desktop.jsonFiles'), ['json']);

const pdfFiles = () => filter(message('desktop.pdfFiles'), ['pdf']);

const allFiles = () => filter(message('desktop.allFiles'), ['*']);

/** Some systems' dialogs don't add the extension to a typed name. */
function withPdfEnding(path: string): string {
  return path.toLowerCase().endsWith('.pdf') ? path : `${path}.pdf`;
}
