import {
  AppError,
  type AppErrorCode,
  type AppErrorData,
  errorData,
  publicError,
} from '../../shared/messages/errors.js';
import { type Message, isMessage, message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import type { Contents } from '../files/temporary-file.js';

export interface CommandOutput {
  /** @param done called when the data are written, or with the reason why not */
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  /** In characters. */
  readonly columns?: number;
}

/** The streams and the working folder of a command: those of the process, or a test's own. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  cwd(): string;
}

type Input = CommandIo['stdin'];

/** The part of a process that determines whether it has standard input. */
export interface InputProcess {
  readonly platform: NodeJS.Platform;
  readonly versions: { readonly electron?: string };
  readonly stdin: Input;
}

/** @returns the reason why not; null if they are written */
export async function writeContents(
  output: CommandOutput,
  contents: Contents,
): Promise<Error | null> {
  const isOnePart = typeof contents === 'string' || Buffer.isBuffer(contents);
  for await (const part of isOnePart ? [contents] : contents) {
    const error = await new Promise<Error | null>((resolve) => {
      output.write(part, (thrown) => resolve(thrown ?? null));
    });
    if (error !== null) return error;
  }
  return null;
}

/**
 * Electron has none on Windows, where it is a program of the graphical subsystem
 * (`lib/common/init.ts`); the launcher of a development checkout saves it to a file then.
 * @param spooled the content of that file
 */
export function standardInput(spooled: Input | undefined, process: InputProcess): Input {
  if (spooled !== undefined) return spooled;
  const isMissing = process.platform === 'win32' && process.versions.electron !== undefined;
  return isMissing ? missingInput : process.stdin;
}

/** Rejects with `source-unreadable` when it is read. */
const missingInput: Input = {
  [Symbol.asyncIterator]: () => ({
    next: async () =>
      Promise.reject(new AppError('source-unreadable', message('cli.noStandardInput'))),
  }),
};

/** Scripts rely on them. */
export const exitStatus = {
  success: 0,
  /** At least one source could not be converted or delivered. */
  failure: 1,
  /** The request is invalid, and nothing was converted. */
  invalidRequest: 2,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

const requestErrors: ReadonlySet<AppErrorCode> = new Set(['invalid-request', 'source-unreadable']);

/**
 * 2 if nothing was completed and all errors are errors of the request (an option, a source, a page
 * that the document doesn't have), 1 for any other error.
 * @param completed the number of sources that were converted or skipped
 */
export function exitStatusOf(completed: number, errors: readonly AppErrorData[]): ExitStatus {
  if (errors.length === 0) return exitStatus.success;
  const isRequest = errors.every(({ code }) => requestErrors.has(code));
  return completed === 0 && isRequest ? exitStatus.invalidRequest : exitStatus.failure;
}

/**
 * Writes the error that ended a command to standard error.
 * @param fieldName returns the name of an issue's field, such as the option that sets it
 */
export function reportError(
  thrown: unknown,
  { stderr }: Pick<CommandIo, 'stderr'>,
  fieldName?: (field: string) => string,
): ExitStatus {
  const error = errorData(thrown);
  stderr.write(`${errorLines(null, error, fieldName).join('\n')}\n`);
  return exitStatusOf(0, [error]);
}

const deliveryCodes: ReadonlySet<AppErrorCode> = new Set([
  'object-exists',
  'delivery-refused',
  'delivery-interrupted',
]);

/**
 * For a terminal: each issue of a request, or the error with its source.
 * @param label the source, which is omitted if the error names it; null for the whole run
 * @param fieldName returns the name of an issue's field, such as the option that sets it
 */
export function errorLines(
  label: string | null,
  error: AppErrorData,
  fieldName = (field: string) => field,
): readonly string[] {
  const { code, message: text, fields = [] } = publicError(error);
  const line = label === null || names(error.message, label) ? text : `${label}: ${text}`;
  // A service's own error often quotes the issues that it reports.
  const isRemote = code.startsWith('remote-');
  const issues = isRemote ? fields.filter((issue) => !text.includes(issue.message)) : fields;
  const lines = issues.map((issue) => `${fieldName(issue.field)}: ${issue.message}`);
  if (isRemote) return [line, ...lines];
  // The fields of a failed delivery are those of a destination in the settings.
  if (lines.length === 0 || deliveryCodes.has(code)) return [line];
  return label === null ? lines : lines.map((each) => `${label}: ${each}`);
}

/** Whether a parameter of the message is or contains the name of a source. */
function names({ params = {} }: Message, label: string): boolean {
  return Object.values(params).some((param) => {
    if (typeof param === 'string') return param.includes(label);
    if (typeof param !== 'object' || !isMessage(param)) return false;
    return names(param, label) || englishText(param) === label;
  });
}
