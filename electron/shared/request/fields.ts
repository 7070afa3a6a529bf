import { type FindingKind, findingKinds } from '../preflight.js';
import { z } from 'zod';
import { checkFilenamePattern } from './filename.js';
import { pageRangesText, parsePageRanges } from './pages.js';
import { lengthText, parseLength, parsePageFormat } from './paper.js';
import { describeValue, listInWords, nearestName, quote, wrongTypeSentence } from './text.js';
import { type Parsed, checkedText, invalid, textField, valid } from './validation.js';

/** Page format (the interface, section 2.1); comes out in its one spelling. */
export const formatSchema = textField('The format', 'text such as "a4"', (text) => {
  const parsed = parsePageFormat(text);
  return parsed.ok ? valid(parsed.value.text) : parsed;
});

/** Pages to keep (the interface, section 2.1, and the mix of both forms); comes out in its one spelling. */
export const pagesSchema = textField(
  'The value of pages',
  'text such as "1-3" or "1,4,9"',
  (text) => {
    const parsed = parsePageRanges(text);
    return parsed.ok ? valid(pageRangesText(parsed.value)) : parsed;
  },
);

/** Name of the PDF (the interface, section 2.1); on this computer it may hold placeholders, as in `{date}-{name}.pdf`. */
export const filenameSchema = checkedText(
  'The file name',
  'text such as "invoice.pdf"',
  checkFilenamePattern,
);

/** Zoom, where 1 is the page's own size. The interface calls it an integer and yet knows values below 1: decimals are taken. */
export const zoomSchema = numberField(zoomIssue);

/** Time limit of one conversion, in seconds. */
export const timeoutSchema = numberField(timeoutIssue);

/** Margins (the interface, section 2.3). A side that is not set leaves the page's own CSS in force. */
export const marginSchema = z.strictObject(
  {
    top: marginSide('top').optional(),
    right: marginSide('right').optional(),
    bottom: marginSide('bottom').optional(),
    left: marginSide('left').optional(),
  },
  {
    error: ({ input }) =>
      wrongTypeSentence('The margin', input, 'an object with top, right, bottom or left'),
  },
);

/** Flags for special data handling (the interface, section 2.2). */
export const complianceSchema = z.strictObject(
  { gdpr: flag('The gdpr flag').default(false), hipaa: flag('The hipaa flag').default(false) },
  {
    error: ({ input }) =>
      wrongTypeSentence('The compliance', input, 'an object with gdpr or hipaa'),
  },
);

/** A value that is true or false, nothing else. */
export function flag(subject: string) {
  return z.boolean({ error: ({ input }) => wrongTypeSentence(subject, input, 'true or false') });
}

function marginSide(side: string) {
  const subject = `The ${side} margin`;
  return textField(subject, 'text such as "1cm"', (text) => {
    const parsed = parseLength(text, subject);
    return parsed.ok ? valid(lengthText(parsed.value)) : parsed;
  });
}

function numberField(issue: (value: unknown) => string | null) {
  return z
    .number({ error: ({ input }) => issue(input) })
    .refine((value) => issue(value) === null, { error: ({ input }) => issue(input) ?? '' });
}

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

/** The lowest and the highest zoom: the range of Chromium's own print scale. */
const minZoom = 0.1;
const maxZoom = 2;

/** The limits of the time for one conversion, and the one that holds if none is given, in seconds. */
const minTimeoutSeconds = 1;
const maxTimeoutSeconds = 3600;
export const defaultTimeoutSeconds = 30;

/**
 * A number as people type it: `1.5`, `1,5`, `.5`, `1e9`. A text that is none comes back as it is, so that the schema can
 * quote it in its own sentence; `NaN` and `Infinity` become those numbers, as a program could pass them.
 */
export function numberFromText(text: string): number | string {
  const written = text.trim();
  const isNumber = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i.test(written);
  if (!isNumber && !/^(NaN|[-+]?Infinity)$/.test(written)) return text;
  return Number(written.replace(',', '.'));
}

/** The mistake in a zoom, in a sentence; null if it is a number from 0.1 to 2. */
export function zoomIssue(value: unknown): string | null {
  return numberIssue('The zoom', value, minZoom, maxZoom, 'such as 1.25');
}

/** The mistake in a time limit in seconds, in a sentence; null if it is a number from 1 to 3600. */
export function timeoutIssue(value: unknown): string | null {
  return numberIssue(
    'The time limit',
    value,
    minTimeoutSeconds,
    maxTimeoutSeconds,
    'in seconds, such as 30',
  );
}

function numberIssue(
  subject: string,
  value: unknown,
  lowest: number,
  highest: number,
  hint: string,
): string | null {
  const rule = `it must be a number from ${lowest} to ${highest}, ${hint}.`;
  if (value === undefined) return `${subject} is missing; ${rule}`;
  if (typeof value !== 'number') return `${subject} is ${describeValue(value)}; ${rule}`;
  if (Number.isNaN(value)) return `${subject} is NaN, which is not a number; ${rule}`;
  if (value < lowest) return `${subject} is ${value}, which is too low; ${rule}`;
  if (value > highest) return `${subject} is ${value}, which is too high; ${rule}`;
  return null;
}
