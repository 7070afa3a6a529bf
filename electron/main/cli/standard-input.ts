import { AppError } from '../../shared/errors.js';

type Input = AsyncIterable<Uint8Array | string>;

/** The part of a process that says whether it has a standard input, and which. */
export interface InputProcess {
  readonly platform: NodeJS.Platform;
  readonly versions: { readonly electron?: string };
  readonly stdin: Input;
}

/**
 * Returns standard input. Electron has none on Windows, where it is a program of the graphical
 * subsystem (`lib/common/init.ts`); the launcher of a development checkout then puts it into a
 * file.
 * @param spooled the content of that file
 */
export function standardInput(spooled: Input | undefined, process: InputProcess): Input {
  if (spooled !== undefined) return spooled;
  const isMissing = process.platform === 'win32' && process.versions.electron !== undefined;
  return isMissing ? missingInput : process.stdin;
}

/** @throws AppError `source-unreadable` as soon as it is read */
const missingInput: Input = {
  [Symbol.asyncIterator]: () => ({
    next: async () =>
      Promise.reject(
        new AppError(
          'source-unreadable',
          'Platen cannot read standard input on Windows. Save the HTML to a file and convert that.',
        ),
      ),
  }),
};
