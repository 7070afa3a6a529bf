import { z } from 'zod';
import { type Message, message } from '../messages/message.js';
import { type FindingKind, findingKinds } from './preflight.js';
import { checkFilenamePattern } from './filename.js';
import { pageRangesText, parsePageRanges } from './pages.js';
import { lengthText, marginNames, parseLength, parsePageFormat } from './paper.js';
import { excerpt, nearestName, valueMessage } from './text.js';
import {
  type Parsed,
  addIssue,
  checkedText,
  error,
  invalid,
  textField,
  valid,
} from './validation.js';

/** Page format (the API, section 2.1), normalized. */
export const formatSchema = textField(
  (input) => message('request.formatType', { value: valueMessage(input) }),
  (text) => {
    const parsed = parsePageFormat(text);
    return parsed.ok ? valid(parsed.value.text) : parsed;
  },
);

/** Pages to include (the API, section 2.1, and a mix of both forms), normalized. */
export const pagesSchema = textField(
  (input) => message('request.pagesType', { value: valueMessage(input) }),
  (text) => {
    const parsed = parsePageRanges(text);
    return parsed.ok ? valid(pageRangesText(parsed.value)) : parsed;
  },
);

/**
 * Name of the PDF. The API (section 2.1) allows fewer characters, which `requestFromWire` checks;
 * locally a name may contain placeholders.
 */
export const filenameSchema = checkedText(
  (input) => message('request.filenameType', { value: valueMessage(input) }),
  checkFilenamePattern,
);

/** The range of Chromium's own print scale. */
const [minZoom, maxZoom] = [0.1, 2];

/**
 * Zoom, where 1 is the page's own size. The API calls it an integer but has values below 1, so
 * decimals are accepted.
 */
export const zoomSchema = numberField(zoomIssue);

/** Null for a number from 0.1 to 2. */
export function zoomIssue(value: unknown): Message | null {
  if (isWithin(value, minZoom, maxZoom)) return null;
  return message('request.zoomRange', { value: numberValue(value) });
}

const [minTimeoutSeconds, maxTimeoutSeconds] = [1, 3600];
export const defaultTimeoutSeconds = 30;

/** Timeout of one conversion, in seconds. */
export const timeoutSchema = numberField(timeoutIssue);

/** Null for a number from 1 to 3600. */
export function timeoutIssue(value: unknown): Message | null {
  if (isWithin(value, minTimeoutSeconds, maxTimeoutSeconds)) return null;
  return message('request.timeoutRange', { value: numberValue(value) });
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

function numberValue(value: unknown): string | Message {
  return typeof value === 'number' ? String(value) : valueMessage(value);
}

function numberField(issue: (value: unknown) => Message | null) {
  return z
    .number({ error: error((input) => issue(input) ?? valueMessage(input)) })
    .superRefine((value, context) => {
      const reason = issue(value);
      if (reason !== null) addIssue(context, reason);
    });
}

/**
 * Reads a number as users type it: `1.5`, `1,5`, `.5`, `1e9`. Returns any other text unchanged, for
 * the schema to quote; `NaN` and `Infinity` become those numbers.
 */
export function numberFromText(text: string): number | string {
  const written = text.trim();
  const isNumber = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i.test(written);
  if (!isNumber && !/^(NaN|[-+]?Infinity)$/.test(written)) return text;
  return Number(written.replace(',', '.'));
}

/** What a number may count. */
export type NumberUnit = 'percent' | 'points' | 'pixels' | 'seconds' | 'headingLevels';

/** How users write the units after a number, and how many of the unit each counts. */
const unitTexts: Readonly<Record<NumberUnit, Readonly<Record<string, number>>>> = {
  percent: { '%': 1 },
  points: { pt: 1 },
  pixels: { px: 1 },
  seconds: { ms: 0.001, s: 1, sec: 1, min: 60, h: 3600 },
  headingLevels: {},
};

/** Reads a number as {@link numberFromText} does, or with its unit: `10 s`, `500ms`, `80%`. */
export function numberInUnit(text: string, unit: NumberUnit | undefined): number | string {
  const [, digits = text, written = ''] = /^(.*\d[.,]?)\s*([a-z%]+)\s*$/i.exec(text) ?? [];
  const factor = unit === undefined ? undefined : unitTexts[unit][written.toLowerCase()];
  if (factor === undefined) return numberFromText(text);
  const number = numberFromText(digits);
  return typeof number === 'number' ? Number((number * factor).toPrecision(12)) : text;
}

/**
 * Reads a zoom: `150%`, `150` and `1.5` are the same, because zooms of less than 10% don't exist.
 * Returns others as they are written, so that the error quotes them.
 */
export function zoomFromText(text: string): number | string {
  const number = numberInUnit(text, 'percent');
  const isFactor = Number(number) < 10 && !text.includes('%');
  const factor = isFactor ? number : Number((Number(number) / 100).toPrecision(12));
  return zoomIssue(factor) === null ? Number(factor) : numberFromText(text);
}

/** Both limits are included. See {@link numberFromText}. */
export function isWholeWithin(
  value: number | string,
  lowest: number,
  highest: number,
): value is number {
  return (
    typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest
  );
}

/** Margins (the API, section 2.3). A side that is not set keeps the page's own CSS. */
export const marginSchema = z.strictObject(
  {
    top: marginSide('top').optional(),
    right: marginSide('right').optional(),
    bottom: marginSide('bottom').optional(),
    left: marginSide('left').optional(),
  },
  { error: error((input) => message('request.marginType', { value: valueMessage(input) })) },
);

function marginSide(side: keyof typeof marginNames) {
  const name = marginNames[side];
  return textField(
    (input) => message('request.marginSideType', { name, value: valueMessage(input) }),
    (text) => {
      const parsed = parseLength(text, name);
      return parsed.ok ? valid(lengthText(parsed.value)) : parsed;
    },
  );
}

/** A value that is true or false. */
export function flag(wrongType: (value: Message) => Message) {
  return z.boolean({ error: error((input) => wrongType(valueMessage(input))) });
}

/** Flags for special data handling (the API, section 2.2). */
export const complianceSchema = z.strictObject(
  {
    gdpr: flag((value) => message('request.gdprType', { value })).default(false),
    hipaa: flag((value) => message('request.hipaaType', { value })).default(false),
  },
  { error: error((input) => message('request.complianceType', { value: valueMessage(input) })) },
);

/**
 * With one, names and URLs stay out of logs and history, and the form's sources off the disk
 * (docs/security.md).
 */
export function hasComplianceFlag(flags: {
  readonly gdpr: boolean;
  readonly hipaa: boolean;
}): boolean {
  return flags.gdpr || flags.hipaa;
}

const everyKind = 'all';
const kindNames = [...findingKinds, everyKind];

/**
 * Reads the kinds of findings that fail a conversion; `all` means every kind. Returns each kind
 * once, in the order of {@link findingKinds}.
 */
export function parseFailOn(written: readonly string[]): Parsed<FindingKind[]> {
  const named = written.map((word) => word.trim().toLowerCase());
  const unknown = written.find((_, index) => !kindNames.some((kind) => kind === named[index]));
  if (unknown !== undefined) return invalid(unknownKind(unknown));
  return valid(findingKinds.filter((kind) => named.includes(kind) || named.includes(everyKind)));
}

/** Splits the kinds as the command line takes them: `resources,console`. */
export function failOnFromText(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

/** Platen's own option: the kinds of findings that fail the conversion. */
export const failOnSchema = z
  .array(
    z.string({
      error: error((input) => message('request.failOnKindType', { value: valueMessage(input) })),
    }),
    { error: error((input) => message('request.failOnType', { value: valueMessage(input) })) },
  )
  .transform((written, context) => {
    const parsed = parseFailOn(written);
    if (parsed.ok) return parsed.value;
    addIssue(context, parsed.message);
    return z.NEVER;
  });

function unknownKind(word: string): Message {
  const kinds = { or: kindNames };
  if (word === '') return message('request.failOnEmpty', { kinds });
  const kind = excerpt(word);
  const nearest = nearestName(word.toLowerCase(), kindNames);
  return nearest === null
    ? message('request.failOnUnknown', { kind, kinds })
    : message('request.failOnNear', { kind, nearest, kinds });
}
