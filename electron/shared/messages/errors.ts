import { z } from 'zod';
import { type Message, message, messageSchema } from './message.js';
import { englishText } from './translator.js';

/** The codes of all errors: part of the API and of `--json`. */
export const appErrorCodes = [
  /** The request is invalid; `fields` says where. Exit status 2 on the command line. */
  'invalid-request',
  /** The source can't be read: missing, unreadable, a folder without HTML, a binary file. */
  'source-unreadable',
  /** The main page did not load: DNS, refused connection, TLS, a status of 400 or above. */
  'load-failed',
  /** The timeout passed; the message says what the page was waiting for. */
  'timed-out',
  /** The page's process crashed or ran out of memory. */
  'page-crashed',
  /** Chromium ended during the conversion, which the page did not cause. It may be repeated. */
  'chromium-ended',
  /** The packaged application runs without Chromium's sandbox (docs/security.md). */
  'sandbox-off',
  /** Chromium could not print the page. */
  'print-failed',
  /** The page has warnings of a kind that the request fails on (`failOn`). */
  'preflight-failed',
  /** The user or the client canceled. */
  'canceled',
  /** A file could not be written. */
  'write-failed',
  /** The service's own storage has no room for the PDF. */
  'storage-full',
  /** The service's own storage does not answer, or refuses the service. */
  'storage-unavailable',
  /** The bucket has an object of that name, which must not be replaced. */
  'object-exists',
  /** A bucket or webhook refused the delivery. It is not retried automatically. */
  'delivery-refused',
  /** The connection broke, or the server was busy. The delivery is retried automatically. */
  'delivery-interrupted',
  /** A remote service refused the request. It is not retried automatically. */
  'remote-refused',
  /** The remote service did not process the request, so that a retry can't be charged twice. */
  'remote-unreachable',
  /** The remote service may have processed the request, so that a retry may be charged again. */
  'remote-uncertain',
  /** A call was not allowed, by its origin or its arguments. */
  'refused',
  /** A bug in Platen. */
  'internal',
] as const;

export type AppErrorCode = (typeof appErrorCodes)[number];

/** One invalid field of a request: which one, the value and the rule. */
export interface FieldIssue {
  /** The field's path in camelCase, as in the request type: `format`, `margin.top`. */
  readonly field: string;
  readonly message: Message;
}

export const appErrorSchema = z.object({
  code: z.enum(appErrorCodes),
  message: messageSchema,
  fields: z
    .array(z.object({ field: z.string(), message: messageSchema }))
    .readonly()
    .optional(),
  /** The folder that the page has to read; the user can allow it. */
  folder: z.string().optional(),
});

/** An error as plain data: what crosses the bridge and is stored with a job. */
export type AppErrorData = Readonly<z.infer<typeof appErrorSchema>>;

/** An error with its text in English: what `--json` and the service return. */
export interface PublicError {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

/** The one exception with a message for users. Anything else that is thrown is a bug. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly folder: string | undefined;
  readonly #message: Message;

  constructor(
    readonly code: AppErrorCode,
    text: Message,
    readonly fields?: readonly FieldIssue[],
    { folder, ...options }: ErrorOptions & Pick<AppErrorData, 'folder'> = {},
  ) {
    super(englishText(text), options);
    this.#message = text;
    this.folder = folder;
  }

  /** Without its cause, which may hold secrets. */
  toData(): AppErrorData {
    const { code, fields, folder } = this;
    const message = this.#message;
    return { code, message, ...(fields && { fields }), ...(folder !== undefined && { folder }) };
  }
}

/** Of whatever a library or the system has thrown. */
export function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Anything but an {@link AppError} becomes `internal`. */
export function errorData(thrown: unknown): AppErrorData {
  if (thrown instanceof AppError) return thrown.toData();
  const reason = thrownText(thrown);
  return { code: 'internal', message: message('general.internal', { reason }) };
}

/** In English, for logs. */
export function errorText(thrown: unknown): string {
  return englishText(errorData(thrown).message);
}

/** For `--json` and the service. */
export function publicError({ code, message, fields }: AppErrorData): PublicError {
  return {
    code,
    message: englishText(message),
    ...(fields && {
      fields: fields.map((issue) => ({ field: issue.field, message: englishText(issue.message) })),
    }),
  };
}

/** In English. */
export function issueText({ message }: FieldIssue): string {
  return englishText(message);
}

/** The code of a system error, such as `EEXIST`; an empty string for anything else. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
