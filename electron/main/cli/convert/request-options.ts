import { AppError, type FieldIssue } from '../../../shared/errors.js';
import { optionIssues } from '../../../shared/request/request.js';
import { bucketDestinationIssue } from '../../../shared/request/storage.js';
import { failOnFromText, numberFromText } from '../../../shared/request/fields.js';
import type { FieldVocabulary, Parsed } from '../../../shared/request/validation.js';
import { parseLength } from '../../../shared/request/paper.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { destinationsOf } from './destination-options.js';
import type { WrittenOptions } from '../read-options.js';
import { readRequestFile } from './request-file.js';
import { englishText } from '../../../shared/messages/translator.js';
import { message } from '../../../shared/messages/message.js';

/**
 * The request that flags and the file of `--request` make together, with all that is wrong in it.
 */
export interface GatheredRequest {
  /** For the schema; not yet checked if there are mistakes. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The source in the file; absent if there is none. */
  readonly source?: Parsed<ConversionSource> | undefined;
  readonly issues: readonly FieldIssue[];
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

const platensOwn: ReadonlySet<string> = new Set(['timeoutSeconds', 'failOn']);

/** Fields are called as in the request file; what has no name there keeps Platen's own. */
const vocabulary: FieldVocabulary = {
  ...wireVocabulary,
  nameOf: (field) => (platensOwn.has(field) ? field : wireVocabulary.nameOf(field)),
};

/** Puts the file of `--request` and the flags together; a flag beats the file. */
export function gatherRequest(written: WrittenOptions, cwd: string): GatheredRequest {
  const file = requestFile(written, cwd);
  const flags = {
    ...plainFlags(written),
    ...orientation(written),
    ...storage(written),
    ...compliance(written, file.options['compliance']),
  };
  const { margin, issues } = marginOf(written, file.options['margin']);
  const options = { ...file.options, ...flags, ...(margin !== undefined && { margin }) };
  return {
    options,
    source: file.source,
    issues: [
      ...file.issues,
      ...orientationIssues(written),
      ...issues,
      ...optionIssues(options, vocabulary),
    ],
  };
}

function requestFile({ values }: WrittenOptions, cwd: string): GatheredRequest {
  const path = values.get('request');
  if (path === undefined) return { options: {}, issues: [] };
  try {
    const { options, source, unknown } = readRequestFile(path, cwd);
    return { options, source, issues: unknown };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { options: {}, issues: thrown.fields ?? [] };
  }
}

function plainFlags({ values, switches }: WrittenOptions): Record<string, unknown> {
  const [zoom, timeout, failOn] = [
    values.get('zoom'),
    values.get('timeout'),
    values.get('fail-on'),
  ];
  const texts = (['format', 'pages', 'filename', 'webhook'] as const).flatMap((name) => {
    const text = values.get(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(zoom !== undefined && { zoom: numberFromText(zoom) }),
    ...(timeout !== undefined && { timeoutSeconds: numberFromText(timeout) }),
    ...(failOn !== undefined && { failOn: failOnFromText(failOn) }),
    ...(switches.has('no-javascript') && { disableJavascript: true }),
  };
}

/**
 * The first `--to` is the request's own storage. A wrong one is told once, by the name of the
 * option.
 */
function storage(written: WrittenOptions): Record<string, unknown> {
  const [first] = destinationsOf(written);
  if (first === undefined) return {};
  if (bucketDestinationIssue(first) !== null) return { storage: undefined };
  return { storage: { provider: 'object_store', bucketDestination: first } };
}

/** Flags add to what the file says: what is to be kept with care there is not let go of here. */
function compliance({ switches }: WrittenOptions, fromFile: unknown): Record<string, unknown> {
  const flags = (['gdpr', 'hipaa'] as const).filter((name) => switches.has(name));
  if (flags.length === 0) return {};
  const isObject = typeof fromFile === 'object' && fromFile !== null && !Array.isArray(fromFile);
  if (fromFile !== undefined && !isObject) return {};
  const set = Object.fromEntries(flags.map((name) => [name, true]));
  return { compliance: { ...fromFile, ...set } };
}

function orientation({ switches }: WrittenOptions): Record<string, unknown> {
  if (switches.has('landscape')) return { landscape: true };
  return switches.has('portrait') ? { landscape: false } : {};
}

function orientationIssues({ switches }: WrittenOptions): readonly FieldIssue[] {
  if (!switches.has('landscape') || !switches.has('portrait')) return [];
  const message = '--landscape and --portrait are both given; keep one of them.';
  return [{ field: 'landscape', message }];
}

/**
 * `--margin` sets all sides, `--margin-top` and its like beat it, and both beat the file. A wrong
 * `--margin` is told once.
 */
function marginOf(
  { values }: WrittenOptions,
  fromFile: unknown,
): { readonly margin?: unknown; readonly issues: readonly FieldIssue[] } {
  const all = values.get('margin');
  const issue = all === undefined ? null : parseLength(all, message('request.marginName'));
  const isWrong = issue?.ok === false;
  const given = sides.flatMap((side) => {
    const text = values.get(`margin-${side}`) ?? (isWrong ? undefined : all);
    return text === undefined ? [] : [[side, text] as const];
  });
  const issues = isWrong ? [{ field: 'margin', message: englishText(issue.message) }] : [];
  if (given.length === 0) return { margin: fromFile, issues };
  const fileSides = typeof fromFile === 'object' ? fromFile : {};
  return { margin: { ...fileSides, ...Object.fromEntries(given) }, issues };
}
