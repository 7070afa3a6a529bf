import { z } from 'zod';
import { message } from './messages/message.js';
import { englishText } from './messages/translator.js';

/** Every way in which Platen can fail, named once; the sentence for the person is made where it happens. */
export const appErrorCodes = [
  /** The request itself is wrong; `fields` says where. Exit status 2 on the command line. */
  'invalid-request',
  /** The source could not be read: missing, unreadable, a folder without HTML, a binary file. */
  'source-unreadable',
  /** The main page did not load: DNS, refused connection, TLS, a status of 400 or above. */
  'load-failed',
  /** The time limit passed; the sentence says what the page was waiting for. */
  'timed-out',
  /** The page's process crashed or ran out of memory. */
  'page-crashed',
  /** The packaged application was started without Chromium's sandbox, and nobody accepted that (docs/security.md). */
  'sandbox-off',
  /** Chromium could not print the page. */
  'print-failed',
  /** The page loaded and prints, but with findings of a kind that the request does not put up with (`failOn`). */
  'preflight-failed',
  /** The person or the program that asked took it back. */
  'canceled',
  /** A file could not be written. */
  'write-failed',
  /** There is an object of that name in the bucket, and nobody has said that it may be replaced. */
  'object-exists',
  /** A bucket or a webhook refused what was sent, or cannot be reached as the settings are: trying again by itself is no use. */
  'delivery-refused',
  /** The connection broke, or the other side was too busy: it is tried again by itself. */
  'delivery-interrupted',
  /** A remote service answered that it makes no PDF of this: trying again by itself is no use. */
  'remote-refused',
  /** The request certainly never reached the remote service, or it said itself that it did nothing: trying again costs nothing twice. */
  'remote-unreachable',
  /** The request may have been carried out, and no answer came: sending it again may cost again, so that a person decides. */
  'remote-uncertain',
  /** A call came from somewhere, or asked for something, that is not allowed. */
  'refused',
  /** A fault of Platen's own. */
  'internal',
] as const;

export type AppErrorCode = (typeof appErrorCodes)[number];

/** One mistake in a request: which field, and a full sentence with the value and the rule. */
export interface FieldIssue {
  /** The field's path in camelCase, as in the request type: `format`, `margin.top`, `storage.provider`. */
  readonly field: string;
  readonly message: string;
}

/** An error as plain data, as it is read back from a file. */
export const appErrorSchema = z.object({
  code: z.enum(appErrorCodes),
  message: z.string(),
  fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .readonly()
    .optional(),
});

/** An error as plain data: what crosses the bridge, goes to `--json`, and is kept with a job. */
export type AppErrorData = Readonly<z.infer<typeof appErrorSchema>>;

/** The one exception that carries a sentence meant for a person. Anything else that is thrown is a fault of our own. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly fields?: readonly FieldIssue[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** This error as plain data; the cause stays behind, it may hold what nobody else should see. */
  toData(): AppErrorData {
    return { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
  }
}

/** Turns whatever was thrown into plain data; what is not an {@link AppError} becomes `internal` with its own message. */
export function errorData(thrown: unknown): AppErrorData {
  if (thrown instanceof AppError) return thrown.toData();
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', message: englishText(message('general.internal', { reason })) };
}

/** The code of a system error, such as `EEXIST`; empty for anything else. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
