import type { FieldIssue } from '../errors.js';
import { z } from 'zod';
import {
  complianceSchema,
  defaultTimeoutSeconds,
  failOnSchema,
  filenameSchema,
  flag,
  formatSchema,
  marginSchema,
  pagesSchema,
  timeoutSchema,
  zoomSchema,
} from './fields.js';
import { pageRoomIssue } from './paper.js';
import { sourceSchema } from './source.js';
import { storageSchema, webhookSchema } from './storage.js';
import { wrongTypeSentence } from './text.js';
import { encryptionIssues } from './url.js';
import { type FieldVocabulary, fieldIssues, nestedFields, invalidRequest } from './validation.js';
import { issueText } from '../errors.js';

const optionFields = {
  compliance: complianceSchema.optional(),
  disableJavascript: flag('The switch that turns JavaScript off').default(false),
  filename: filenameSchema.optional(),
  /** Absent: the size that the page's own CSS names, else the interface's default, a4. */
  format: formatSchema.optional(),
  /** Platen's own: true puts the long side across, false upright; absent leaves the paper as the format or the page says. */
  landscape: flag('The landscape switch').optional(),
  margin: marginSchema.optional(),
  pages: pagesSchema.optional(),
  storage: storageSchema.optional(),
  webhook: webhookSchema.optional(),
  zoom: zoomSchema.optional(),
  /** Platen's own: the time limit in seconds. */
  timeoutSeconds: timeoutSchema.default(defaultTimeoutSeconds),
  /** Platen's own: the kinds of findings that fail the conversion; absent or empty: none does. */
  failOn: failOnSchema.optional(),
};

const objectError = {
  error: ({ input }: { readonly input?: unknown }) =>
    wrongTypeSentence('The request', input, 'an object with a source'),
};

/** Everything in a request but its source: what the options of the command line or of a batch give. */
export const conversionOptionsSchema = z
  .strictObject(optionFields, objectError)
  .superRefine(checkPageRoom, { when: isObject })
  .superRefine(checkEncryption, { when: isObject });

/** One request: the interface's body (section 2) in camelCase, with Platen's own options. */
export const conversionRequestSchema = z
  .strictObject({ source: sourceSchema, ...optionFields }, objectError)
  .superRefine(checkPageRoom, { when: isObject })
  .superRefine(checkEncryption, { when: isObject });

export type ConversionOptions = z.infer<typeof conversionOptionsSchema>;
export type ConversionRequest = z.infer<typeof conversionRequestSchema>;

/** The names of the request's fields inside Platen. */
const requestVocabulary: FieldVocabulary = {
  nameOf: (field) => field,
  fieldsOf: (parent) =>
    parent === '' ? ['source', ...Object.keys(optionFields)] : nestedFields(parent),
};

/**
 * Checks a request and gives it with its defaults, each value in its one spelling.
 * @throws AppError `invalid-request` with all mistakes together, each with the field's path and a full sentence
 */
export function parseConversionRequest(input: unknown): ConversionRequest {
  const parsed = conversionRequestSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(fieldIssues(parsed.error.issues, requestVocabulary));
}

/** All mistakes in the options of a request, without its source; none if they are right. */
export function optionIssues(
  input: unknown,
  vocabulary: FieldVocabulary = requestVocabulary,
): readonly FieldIssue[] {
  const parsed = conversionOptionsSchema.safeParse(input);
  return parsed.success ? [] : fieldIssues(parsed.error.issues, vocabulary);
}

const checkedFields = {
  filename: filenameSchema,
  format: formatSchema,
  'margin.top': marginSchema.shape.top,
  'margin.right': marginSchema.shape.right,
  'margin.bottom': marginSchema.shape.bottom,
  'margin.left': marginSchema.shape.left,
  pages: pagesSchema,
  zoom: zoomSchema,
  timeoutSeconds: timeoutSchema,
  webhook: webhookSchema,
  'source.base': sourceSchema.options[0].shape.base,
} as const satisfies Record<string, z.ZodType>;

/** The fields that can be checked one by one, as {@link checkField} does when one is left in the window. */
export type CheckedField = keyof typeof checkedFields;

/** The mistake in one field, in the same sentence as in a whole request; null if there is none or the field is not set. */
export function checkField(field: CheckedField, value: unknown): string | null {
  if (value === undefined) return null;
  const parsed = checkedFields[field].safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

function checkPageRoom(value: object, context: z.RefinementCtx): void {
  const message = pageRoomIssue(value);
  if (message !== null) context.addIssue({ code: 'custom', path: ['margin'], message });
}

function checkEncryption(value: object, context: z.RefinementCtx): void {
  for (const issue of encryptionIssues(value)) {
    const path = issue.field.split('.');
    context.addIssue({ code: 'custom', path, message: issueText(issue) });
  }
}

/** Lets these checks run beside the mistakes of single fields, so that all are reported together. */
function isObject({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}
