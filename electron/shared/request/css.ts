import type { ParseOptions, SyntaxParseError } from 'css-tree';
import parse from 'css-tree/parser';
import { type Message, message } from '../messages/message.js';
import { excerpt } from './text.js';

/** Returns the issue with a list of CSS selectors, with the part that cannot be read. */
export function selectorIssue(text: string): Message | null {
  const [problem] = syntaxErrors(text, 'selectorList');
  if (problem === undefined) return null;
  return message('own.selectorInvalid', { selector: excerpt(text), part: partAt(text, problem) });
}

/** Returns the first issue with a style sheet: Chromium would silently skip that rule. */
export function styleSheetIssue(text: string): Message | null {
  const [problem] = syntaxErrors(text, 'stylesheet');
  if (problem === undefined) return null;
  const { line, column } = problem;
  return message('own.cssInvalid', { line, column, part: partAt(text, problem) });
}

/** Returns where an error is; an unexpected end is at the last characters. */
function partAt(text: string, { offset }: SyntaxParseError): string {
  return excerpt(text.slice(offset).trim() || text.slice(-20).trim());
}

function syntaxErrors(
  text: string,
  context: 'selectorList' | 'stylesheet',
): readonly SyntaxParseError[] {
  const errors: SyntaxParseError[] = [];
  try {
    // Values are not parsed: Chromium knows functions that the parser does not.
    // The types of css-tree are too large for a literal argument.
    const options: ParseOptions = {
      context,
      parseValue: false,
      onParseError: (error) => errors.push(error),
    };
    parse(text, options);
  } catch (thrown) {
    // A selector list is not part of a rule that could be skipped, so its errors are thrown.
    if (!(thrown instanceof SyntaxError)) throw thrown;
    errors.push(thrown as SyntaxParseError);
  }
  return errors;
}
