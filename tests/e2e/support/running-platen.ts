import type { Page } from '@playwright/test';

/** The titles of the save dialogs by button. */
export const saveDialogs = { Save: 'Save PDF', Export: 'Export presets' } as const;

/** The titles of the file dialogs by button. */
export const openDialogs = {
  Open: 'Choose files to convert',
  Pdf: 'Choose PDF',
  Attach: 'Choose files to attach',
  Import: 'Import presets',
  Choose: 'Choose certificates',
  Request: 'Open request',
  Compare: 'Choose a PDF to compare with',
} as const;

/** The buttons that close those of other names. */
export const openButtons: Readonly<Partial<Record<keyof typeof openDialogs, string>>> = {
  Request: 'Open',
  Pdf: 'Choose',
  Attach: 'Choose',
};

export interface StartOptions {
  /** The user data folder of the test. */
  readonly userData: string;
  /** Files and folders to open. */
  readonly args: readonly string[];
  /** Variables beside those of the tests. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A context menu on the screen. */
export interface ShownMenu {
  /** The labels of the items that can be chosen. */
  readonly items: readonly string[];
  readonly choose: (label: string) => Promise<void>;
}

/** A running Platen on either run-time. */
export interface RunningPlaten {
  /** The window. */
  readonly page: Page;
  /** What Platen wrote to stderr. */
  readonly log: () => string;
  /** Paths and URLs that the system was asked to open or show. */
  readonly opened: () => Promise<readonly string[]> | readonly string[];
  /** Runs an action that opens a save dialog, and answers it with a path. */
  readonly saveTo: (
    path: string,
    action: () => Promise<void>,
    dialog?: keyof typeof saveDialogs,
  ) => Promise<void>;
  /** Runs an action that opens a file dialog, and answers it with paths. */
  readonly choose: (
    paths: readonly string[],
    action: () => Promise<void>,
    dialog?: keyof typeof openDialogs,
  ) => Promise<void>;
  /** Chooses an item of the application's menu by its labels, such as `File › Save PDF`. */
  readonly chooseInMenu: (path: string) => Promise<void>;
  /** Runs an action that asks a question, and answers it with a button. */
  readonly answer: (question: string, button: string, action: () => Promise<void>) => Promise<void>;
  /** Runs an action that opens a context menu, and returns the menu. */
  readonly contextMenu: (action: () => Promise<void>) => Promise<ShownMenu>;
  /** The text on the clipboard. */
  readonly clipboard: () => Promise<string>;
  /** Ends the process of the window's page, and returns the page that replaces it. */
  readonly crashWindow: () => Promise<Page>;
  /** Kills Platen, as a crash would. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}
