import { type AppErrorData, errorData } from './messages/errors.js';

/**
 * What crosses a process boundary: a value, or an error as data. Inside a process, errors are
 * thrown.
 */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppErrorData };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure(thrown: unknown): { readonly ok: false; readonly error: AppErrorData } {
  return { ok: false, error: errorData(thrown) };
}
