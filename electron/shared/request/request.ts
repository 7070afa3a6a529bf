import { z } from 'zod';
import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import { attachmentsSchema } from './attachments.js';
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
import { headerIssues } from './header-text.js';
import { loadingIssues } from './loading-rules.js';
import { contradictionIssues, ownFields } from './own-options.js';
import { defaultPageFormats, pageRoomIssue } from './paper.js';
import { protectionIssues, protectionSchema } from './protection.js';
import { signInIdSchema } from './sign-ins.js';
import { type SingleSource, sourceSchema } from './source.js';
import { storageSchema, webhookSchema } from './storage.js';
import { valueMessage } from './text.js';
import { encryptionIssues } from './url.js';
import {
  type FieldVocabulary,
  addIssue,
  error,
  fieldIssue,
  fieldIssues,
  invalidRequest,
  issueMessage,
  nestedFields,
} from './validation.js';

const optionFields = {
  compliance: complianceSchema.optional(),
  disableJavascript: flag((value) => message('request.javascriptType', { value })).default(false),
  filename: filenameSchema.optional(),
  /** Absent: the size in the page's own CSS, else the default format. */
  format: formatSchema.optional(),
  /** The window's own: the default format of the user's region; absent: that of the API, a4. */
  defaultFormat: z
    .enum(defaultPageFormats, {
      error: error((input) => message('request.formatUnknown', { format: valueMessage(input) })),
    })
    .optional(),
  /** Platen's own: true for landscape, false for portrait; absent: as the format or page says. */
  landscape: flag((value) => message('request.landscapeType', { value })).optional(),
  margin: marginSchema.optional(),
  pages: pagesSchema.optional(),
  storage: storageSchema.optional(),
  webhook: webhookSchema.optional(),
  zoom: zoomSchema.optional(),
  /** Platen's own. */
  timeoutSeconds: timeoutSchema.default(defaultTimeoutSeconds),
  /** Platen's own: the kinds of findings that fail the conversion; absent or empty: none. */
  failOn: failOnSchema.optional(),
  /** The window's own: the sign-in that opens the page, by its id. Its secrets are stored. */
  signIn: signInIdSchema.optional(),
  /** Platen's own: the passwords of the PDF, which are not part of the request. */
  protection: protectionSchema.optional(),
  /** Platen's own: the files that are attached to the PDF. */
  attachments: attachmentsSchema.optional(),
  ...ownFields,
};

const objectError = {
  error: error((input) => message('request.notAnObject', { value: valueMessage(input) })),
};

/** A request without its source: the options of the command line or of a batch. */
export const conversionOptionsSchema = z
  .strictObject(optionFields, objectError)
  .superRefine(checkPageRoom, { when: isObject })
  .superRefine(checkHeaders, { when: isObject })
  .superRefine(checkLoading, { when: isObject })
  .superRefine(checkEncryption, { when: isObject })
  .superRefine(checkContradictions, { when: isObject });

/** One request: the API's body (section 2) in camelCase, with Platen's own options. */
export const conversionRequestSchema = z
  .strictObject({ source: sourceSchema, ...optionFields }, objectError)
  .superRefine(checkPageRoom, { when: isObject })
  .superRefine(checkHeaders, { when: isObject })
  .superRefine(checkMerging, { when: isObject })
  .superRefine(checkLoading, { when: isObject })
  .superRefine(checkEncryption, { when: isObject })
  .superRefine(checkContradictions, { when: isObject });

export type ConversionOptions = z.infer<typeof conversionOptionsSchema>;
export type ConversionRequest = z.infer<typeof conversionRequestSchema>;

/** A request for one document. */
export type SingleRequest = Omit<ConversionRequest, 'source'> & { readonly source: SingleSource };

/** Of options that cannot be combined with merging. */
export function mergingIssues({ pages, oddEven = 'all' }: MergingOptions): readonly FieldIssue[] {
  return [
    ...(pages === undefined ? [] : [fieldIssue('pages', message('merge.pages'))]),
    ...(oddEven === 'all' ? [] : [fieldIssue('oddEven', message('merge.oddEven'))]),
  ];
}

/** The options that concern merging, unchecked. */
interface MergingOptions {
  readonly pages?: unknown;
  readonly oddEven?: unknown;
}

/** The names of the request's fields inside Platen. */
const requestVocabulary: FieldVocabulary = {
  nameOf: (field) => field,
  fieldsOf: (parent) =>
    parent === '' ? ['source', ...Object.keys(optionFields)] : nestedFields(parent),
};

/**
 * The result has defaults and normalized values.
 * @throws AppError `invalid-request` with all issues together, each with the field's path
 */
export function parseConversionRequest(input: unknown): ConversionRequest {
  const parsed = conversionRequestSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(fieldIssues(parsed.error.issues, requestVocabulary));
}

/** Of a request without its source. */
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

type CheckedField = keyof typeof checkedFields;

/** The same as in a whole request; null if the field is not set. */
export function checkField(field: CheckedField, value: unknown): Message | null {
  if (value === undefined) return null;
  const [issue] = checkedFields[field].safeParse(value).error?.issues ?? [];
  return issue === undefined ? null : issueMessage(issue);
}

function checkPageRoom(value: object, context: z.RefinementCtx): void {
  const reason = pageRoomIssue(value);
  if (reason !== null) addIssue(context, reason, ['margin']);
}

function checkHeaders(value: object, context: z.RefinementCtx): void {
  for (const { field, message: reason } of headerIssues(value)) addIssue(context, reason, [field]);
}

function checkMerging(value: MergingValues, context: z.RefinementCtx): void {
  if (value.source?.kind !== 'merged') return;
  for (const { field, message: reason } of mergingIssues(value)) {
    addIssue(context, reason, [field]);
  }
}

interface MergingValues extends MergingOptions {
  readonly source?: { readonly kind: string };
}

function checkEncryption(value: object, context: z.RefinementCtx): void {
  for (const { field, message: reason } of encryptionIssues(value)) {
    addIssue(context, reason, field.split('.'));
  }
}

function checkContradictions(value: object, context: z.RefinementCtx): void {
  const issues = [...contradictionIssues(value), ...protectionIssues(value)];
  for (const { field, message: reason } of issues) {
    addIssue(context, reason, [field]);
  }
}

function checkLoading(value: object, context: z.RefinementCtx): void {
  for (const { field, message: reason } of loadingIssues({ ...value })) {
    addIssue(context, reason, [field]);
  }
}

/** Runs these checks beside those of single fields, so that all issues are reported together. */
function isObject({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}
