import { join } from 'node:path';
import { type BrowserWindow, app, dialog } from 'electron';
import { sourceEndings } from '../engine/sources/source-kinds.js';

/** The system's file dialogs. Each gives null, or an empty list, where the person closes it. */
export interface Dialogs {
  readonly chooseSources: () => Promise<readonly string[]>;
  readonly chooseFolder: (title: string) => Promise<string | null>;
  /** For a file of settings that goes out, and one that comes in. */
  readonly chooseExport: (name: string) => Promise<string | null>;
  readonly chooseImport: () => Promise<string | null>;
  /** For a file with a request in the interface's form. */
  readonly chooseRequest: () => Promise<string | null>;
  /** For a file of certificates. */
  readonly chooseCertificates: () => Promise<string | null>;
  /** @param folder where the dialog opens; the documents folder if it is undefined */
  readonly chooseTarget: (name: string, folder: string | undefined) => Promise<string | null>;
}

/** Dialogs that belong to a window. */
export function windowDialogs(window: BrowserWindow): Dialogs {
  return {
    chooseSources: async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Choose files to convert',
        buttonLabel: 'Open',
        filters: [
          { name: 'HTML, MHTML, SVG, text', extensions: sourceEndings.map((end) => end.slice(1)) },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile', 'multiSelections'],
      });
      return filePaths;
    },
    chooseFolder: async (title) => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title,
        buttonLabel: 'Choose',
        properties: ['openDirectory'],
      });
      return filePaths[0] ?? null;
    },
    chooseExport: async (name) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Export presets',
        buttonLabel: 'Export',
        defaultPath: join(app.getPath('documents'), name),
        filters: jsonFiles,
      });
      return canceled || filePath === '' ? null : filePath;
    },
    chooseImport: async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Import presets',
        buttonLabel: 'Import',
        filters: jsonFiles,
        properties: ['openFile'],
      });
      return filePaths[0] ?? null;
    },
    chooseRequest: async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Open request',
        buttonLabel: 'Open',
        filters: jsonFiles,
        properties: ['openFile'],
      });
      return filePaths[0] ?? null;
    },
    chooseCertificates: async () => {
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Choose certificates',
        buttonLabel: 'Choose',
        filters: [
          { name: 'Certificates (PEM)', extensions: ['pem', 'crt', 'cer'] },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile'],
      });
      return filePaths[0] ?? null;
    },
    chooseTarget: async (name, folder) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'Save PDF',
        buttonLabel: 'Save',
        defaultPath: join(folder ?? app.getPath('documents'), name),
        filters: [{ name: 'PDF', extensions: ['pdf'] }],
      });
      return canceled || filePath === '' ? null : withPdfEnding(filePath);
    },
  };
}

const jsonFiles = [{ name: 'JSON', extensions: ['json'] }];

/** Some systems' dialogs leave a typed name as it is. */
function withPdfEnding(path: string): string {
  return path.toLowerCase().endsWith('.pdf') ? path : `${path}.pdf`;
}
