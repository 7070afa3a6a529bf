import { z } from 'zod';
import { type FindingKind, findingKinds } from '../preflight.js';
import { nearestName } from './nearest.js';
import { type Parsed, invalid, valid } from './parsed.js';
import { listInWords, quote, wrongTypeSentence } from './wording.js';

const everyKind = 'all';
const words = [...findingKinds, everyKind];

const subject = 'The value of failOn';

/**
 * Reads the kinds of findings that fail a conversion. `all` stands for every kind; each comes out once, in the order of
 * {@link findingKinds}.
 */
export function parseFailOn(written: readonly string[]): Parsed<FindingKind[]> {
  const named = written.map((word) => word.trim().toLowerCase());
  const unknown = written.find((_, index) => !words.some((word) => word === named[index]));
  if (unknown !== undefined) return invalid(unknownKind(unknown));
  return valid(findingKinds.filter((kind) => named.includes(kind) || named.includes(everyKind)));
}

/** The kinds in one text, as they are written on a command line: `resources,console`. */
export function failOnFromText(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

/** Platen's own option: the kinds of findings that fail the conversion. */
export const failOnSchema = z
  .array(
    z.string({
      error: ({ input }) => wrongTypeSentence('A kind in failOn', input, 'text such as "console"'),
    }),
    {
      error: ({ input }) =>
        wrongTypeSentence(subject, input, 'a list of kinds such as ["resources", "console"]'),
    },
  )
  .transform((written, context) => {
    const parsed = parseFailOn(written);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.message, input: written });
    return z.NEVER;
  });

function unknownKind(word: string): string {
  const kinds = listInWords(words, 'or');
  if (word === '') return `${subject} holds an empty kind; a kind is ${kinds}.`;
  const nearest = nearestName(word.toLowerCase(), words);
  const advice = nearest === null ? '' : `the nearest is ${nearest}; `;
  return `${quote(word)} is not a kind of finding; ${advice}a kind is ${kinds}.`;
}
