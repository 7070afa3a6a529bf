import {
  type ConvertTask,
  parseConvertArguments,
} from '../../../../../electron/main/cli/convert/arguments.js';
import { AppError, issueText } from '../../../../../electron/shared/errors.js';

/** The task that a command line asks for. @param folder where it was typed */
export function taskIn(folder: string, argv: readonly string[]): ConvertTask {
  const parsed = parseConvertArguments(argv, folder);
  if (parsed.action !== 'convert') throw new Error(`The action is ${parsed.action}.`);
  return parsed;
}

/**
 * The mistakes of a command line, each with its field; none if it is right. @param folder where it
 * was typed
 */
export function issuesIn(folder: string, argv: readonly string[]): (readonly [string, string])[] {
  try {
    parseConvertArguments(argv, folder);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'invalid-request') throw thrown;
    return (thrown.fields ?? []).map((issue) => [issue.field, issueText(issue)]);
  }
  return [];
}
