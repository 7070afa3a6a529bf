import type { CssNode, ParseOptions, SyntaxParseError } from 'css-tree';
import parse from 'css-tree/parser';
import { type Message, message } from '../messages/message.js';
import { excerpt } from './text.js';

/** With the part that cannot be read. */
export function selectorIssue(text: string): Message | null {
  const problem = syntaxError(text, 'selectorList');
  if (problem === null) return null;
  return message('own.selectorInvalid', { selector: excerpt(text), part: partAt(text, problem) });
}

/** Of selectors that are to find elements. */
export function elementSelectorIssue(text: string): Message | null {
  const issue = selectorIssue(text);
  if (issue !== null) return issue;
  const part = partsOf(text, 'selectorList').find(
    ({ node }) => node.type === 'PseudoElementSelector',
  );
  if (part === undefined) return null;
  return message('own.selectorOfNoElement', { selector: excerpt(text), part: part.text });
}

/** @param text a list that {@link selectorIssue} accepts */
export function selectorsOf(text: string): readonly string[] {
  return partsOf(text, 'selectorList').flatMap(({ node, text: part }) =>
    node.type === 'Selector' ? [part] : [],
  );
}

/** As written in the `@import` rules of a style sheet. */
export function importsOf(text: string): readonly string[] {
  return partsOf(text, 'stylesheet').flatMap(({ node, text: part }) =>
    node.type === 'Atrule' && node.name.toLowerCase() === 'import'
      ? [part.replace(/^@import\s*|;$/gi, '').trim()]
      : [],
  );
}

/**
 * The first issue: Chromium would silently skip that rule. A style sheet that is long, or nested a
 * great deal, has none: it would take too long to find.
 */
export function styleSheetIssue(text: string): Message | null {
  const problem = syntaxError(text, 'stylesheet');
  if (problem === null) return null;
  const { line, column } = problem;
  return message('own.cssInvalid', { line, column, part: partAt(text, problem) });
}

/** An unexpected end is at the last characters. */
function partAt(text: string, { offset }: Problem): string {
  return excerpt(text.slice(offset).trim() || text.slice(-20).trim());
}

type Context = 'selectorList' | 'stylesheet';

interface Part {
  readonly node: CssNode;
  readonly text: string;
}

/** The top-level parts: rules of a style sheet; selectors of a list, and their parts. */
function partsOf(text: string, context: Context): readonly Part[] {
  if (text === '') return [];
  const options: ParseOptions = { context, parseValue: false, positions: true };
  const textOf = ({ loc }: CssNode) => (loc ? text.slice(loc.start.offset, loc.end.offset) : '');
  const inside = (node: CssNode): readonly CssNode[] =>
    'children' in node && node.children !== null && typeof node.children !== 'string'
      ? [...node.children]
      : [];
  return inside(parse(text, options))
    .flatMap((node) => [node, ...(node.type === 'Selector' ? inside(node) : [])])
    .map((node) => ({ node, text: textOf(node) }));
}

/** An error with where it is in the text. */
interface Problem {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The first error. The parser knows nested rules only with `&`, so one is inserted before those
 * that start otherwise (CSS Nesting 1, 2), until no more are found.
 */
function syntaxError(text: string, context: Context): Problem | null {
  let inserted: readonly number[] = [];
  let parsedLength = 0;
  for (let depth = 0; ; depth += 1) {
    const nestingText = withNesting(text, inserted);
    parsedLength += nestingText.length;
    if (parsedLength > maxParsedLength) return null;
    const failures = failuresIn(nestingText, context);
    const toOriginal = originalOffsets(inserted);
    const nested: number[] = [];
    for (const { offset, start } of failures) {
      const selector = context === 'stylesheet' ? selectorAt(nestingText, start) : null;
      parsedLength += selector?.length ?? 0;
      if (parsedLength > maxParsedLength) return null;
      const isNested = selector !== null && depth < maxDepth && isNestedRule(selector);
      // Those before it are repaired first, as they may be its cause.
      if (!isNested && nested.length > 0) break;
      if (!isNested) return positionIn(text, toOriginal(offset));
      nested.push(toOriginal(start));
    }
    if (nested.length === 0) return null;
    inserted = [...inserted, ...nested].sort((one, other) => one - other);
  }
}

/** In characters, of all passes over one text. */
const maxParsedLength = 60_000;

/** Deeper nested rules count as errors. */
const maxDepth = 30;

const nesting = '& ';

function withNesting(text: string, offsets: readonly number[]): string {
  const starts = [0, ...offsets];
  return starts.map((start, index) => text.slice(start, starts[index + 1])).join(nesting);
}

/** @param inserted where {@link nesting} was inserted, in ascending order */
function originalOffsets(inserted: readonly number[]): (offset: number) => number {
  return (offset) => {
    let before = 0;
    while ((inserted[before] ?? Infinity) + before * nesting.length < offset) before += 1;
    return offset - before * nesting.length;
  };
}

function positionIn(text: string, offset: number): Problem {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\f]/);
  return { offset, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

interface Failure {
  readonly offset: number;
  /** Where the declaration or rule starts. */
  readonly start: number;
}

/** The parser needs longer for an error than for the text around it. */
const maxFailures = 50;

/** Ends the parser. */
class TooManyFailures extends Error {
  override readonly name = 'TooManyFailures';
}

/** The first ones. */
function failuresIn(text: string, context: Context): readonly Failure[] {
  const failures: Failure[] = [];
  try {
    // Values are not parsed: Chromium knows functions that the parser does not.
    // The types of css-tree are too large for a literal argument.
    const options: ParseOptions = {
      context,
      parseValue: false,
      positions: true,
      onParseError: ({ offset }, { loc }) => {
        failures.push({ offset, start: loc?.start.offset ?? offset });
        if (failures.length === maxFailures) throw new TooManyFailures();
      },
    };
    parse(text, options);
  } catch (thrown) {
    if (thrown instanceof TooManyFailures) return failures;
    // A selector list is not part of a rule that could be skipped, so its errors are thrown.
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const { offset } = thrown as SyntaxParseError;
    failures.push({ offset, start: offset });
  }
  return failures;
}

/** Longer selectors are not searched for, so that a large text is not searched again and again. */
const maxSelectorLength = 5000;

/** What may be the selector of a nested rule that starts there; else null. */
function selectorAt(text: string, start: number): string | null {
  const [selector] = /^[^;{}]+(?=\{)/.exec(text.slice(start, start + maxSelectorLength)) ?? [];
  if (selector === undefined || selector.trimStart().startsWith(nesting.trim())) return null;
  return selector;
}

function isNestedRule(selector: string): boolean {
  return failuresIn(nesting + selector, 'selectorList').length === 0;
}
