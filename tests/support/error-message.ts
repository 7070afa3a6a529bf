import { type AppErrorData, publicError } from '../../electron/shared/errors.js';

/** Returns the English text of an error. */
export function errorMessage(error: AppErrorData | undefined): string | undefined {
  return error && publicError(error).message;
}
