import {
  type ConvertTask,
  parseConvertArguments,
} from '../../../../../electron/main/cli/convert/arguments.js';
import { AppError, issueText } from '../../../../../electron/shared/messages/errors.js';

/**
 * Returns the task of a valid command line.
 * @param folder the working folder
 */
export function taskIn(folder: string, argv: readonly string[]): ConvertTask {
  const parsed = parseConvertArguments(argv, folder);
  if (parsed.action !== 'convert') throw new Error(`The action is ${parsed.action}.`);
  return parsed;
}

/**
 * Returns the issues of a command line, each with its field.
 * @param folder the working folder
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
