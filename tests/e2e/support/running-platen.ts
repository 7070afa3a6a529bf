import type { Page } from '@playwright/test';

/** The titles of the save dialogs, by their buttons. */
export const saveDialogs = { Save: 'Save PDF', Export: 'Export presets' } as const;

/** The titles of the file dialogs, by their buttons. */
export const openDialogs = {
  Open: 'Choose files to convert',
  Import: 'Import presets',
  Choose: 'Choose certificates',
  Request: 'Open request',
} as const;

export interface StartOptions {
  /** Platen's own folder for this test. */
  readonly userData: string;
  /** Files and folders to open. */
  readonly args: readonly string[];
}

/** A started Platen, on whichever run-time. */
export interface RunningPlaten {
  /** The window. */
  readonly page: Page;
  /** What Platen has written to stderr. */
  readonly log: () => string;
  /** What the system was asked to open or to show. */
  readonly opened: () => Promise<readonly string[]> | readonly string[];
  /** Does something that opens a save dialog, and answers it with a path. */
  readonly saveTo: (
    path: string,
    action: () => Promise<void>,
    dialog?: keyof typeof saveDialogs,
  ) => Promise<void>;
  /** Does something that opens a file dialog, and answers it with paths. */
  readonly choose: (
    paths: readonly string[],
    action: () => Promise<void>,
    dialog?: keyof typeof openDialogs,
  ) => Promise<void>;
  /** The text on the clipboard. */
  readonly clipboard: () => Promise<string>;
  /** Ends Platen as a crash would. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}
