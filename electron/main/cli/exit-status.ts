import type { AppErrorCode, AppErrorData } from '../../shared/errors.js';

/** What the process tells its caller at its end; other people's scripts rely on it. */
export const exitStatus = {
  /** Every PDF was made. */
  allMade: 0,
  /** Something could not be made. */
  someFailed: 1,
  /** The request itself is wrong, and nothing was made. */
  wrongRequest: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

const requestErrors: ReadonlySet<AppErrorCode> = new Set(['invalid-request', 'source-unreadable']);

/**
 * The exit status of a run: 0 without errors; 2 if nothing was made and each error is one of the
 * request (an option, a source, a page that the document does not have); else 1.
 */
export function exitStatusOf(made: number, errors: readonly AppErrorData[]): ExitStatus {
  if (errors.length === 0) return exitStatus.allMade;
  const onlyRequest = errors.every(({ code }) => requestErrors.has(code));
  return made === 0 && onlyRequest ? exitStatus.wrongRequest : exitStatus.someFailed;
}
