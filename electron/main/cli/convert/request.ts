import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { AppError, type FieldIssue, thrownText } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import { attachmentTexts } from '../../../shared/request/attachments.js';
import { optionIssues } from '../../../shared/request/request.js';
import { bucketDestinationIssue } from '../../../shared/request/storage.js';
import { failOnFromText, numberInUnit, zoomFromText } from '../../../shared/request/fields.js';
import {
  type FieldVocabulary,
  type Parsed,
  fieldIssue,
} from '../../../shared/request/validation.js';
import { parseLength } from '../../../shared/request/paper.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { quote, quotePath, singleLine } from '../../../shared/request/text.js';
import {
  type WireContents,
  mergeIssues,
  wireContents,
  wireVocabulary,
} from '../../../shared/request/wire.js';
import {
  ownOption,
  ownOptionNames,
  ownValueFromText,
} from '../../../shared/request/own-options.js';
import { readFailure } from '../../util/disk-path.js';
import { type ConvertOptions, ownFlag } from './options.js';
import { destinationsOf } from './output.js';
import { readTextFile } from './text-file.js';
import type { CommandPasswords } from './passwords.js';

/** The request of a command line: the file of `--request`, overridden by options. */
export interface CommandRequest {
  /** Input of the schema; invalid if there are issues. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The source in the file, if it has one. */
  readonly source?: Parsed<SingleSource> | undefined;
  readonly issues: readonly FieldIssue[];
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

const ownFields: ReadonlySet<string> = new Set(['timeoutSeconds', 'failOn']);

/** Names fields as in the request file, or as in Platen if the API lacks them. */
const vocabulary: FieldVocabulary = {
  ...wireVocabulary,
  nameOf: (field) => (ownFields.has(field) ? field : wireVocabulary.nameOf(field)),
};

/** The file of `--request`. */
interface RequestFile extends CommandRequest {
  /** Issues with values that the API accepts in fewer forms than the options. */
  readonly stricter: readonly FieldIssue[];
}

/** Combines the file of `--request` and the options, which override it. */
export function commandRequest(
  parsed: ConvertOptions,
  cwd: string,
  { protection }: Pick<CommandPasswords, 'protection'>,
): CommandRequest {
  const file = requestFile(parsed, cwd);
  const flags = {
    ...plainFlags(parsed),
    ...orientation(parsed),
    ...storage(parsed),
    ...compliance(parsed, file.options['compliance']),
  };
  const own = ownFlags(parsed, cwd);
  const attached = attachmentsOf(parsed, cwd);
  const { margin, issues } = marginOf(parsed, file.options['margin']);
  const options = {
    ...file.options,
    ...flags,
    ...own.options,
    ...(protection && { protection }),
    ...attached.options,
    ...(margin !== undefined && { margin }),
  };
  return {
    options,
    source: file.source,
    issues: [
      ...file.issues,
      ...orientationIssues(parsed),
      ...own.issues,
      ...attached.issues,
      ...issues,
      ...mergeIssues(optionIssues(options, vocabulary), file.stricter),
    ],
  };
}

function requestFile({ values }: ConvertOptions, cwd: string): RequestFile {
  const path = values.get('request');
  if (path === undefined) return { options: {}, issues: [], stricter: [] };
  try {
    const { options, source, unknown, stricter } = readRequestFile(path, cwd);
    return { options, source, issues: unknown, stricter };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { options: {}, issues: thrown.fields ?? [], stricter: [] };
  }
}

function plainFlags({ values, switches }: ConvertOptions): Record<string, unknown> {
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
    ...(zoom !== undefined && { zoom: zoomFromText(zoom) }),
    ...(timeout !== undefined && { timeoutSeconds: numberInUnit(timeout, 'seconds') }),
    ...(failOn !== undefined && { failOn: failOnFromText(failOn) }),
    ...(switches.has('no-javascript') && { disableJavascript: true }),
  };
}

/** The files of `--attach`, with what describes them, such as `data.csv=Figures of 2024`. */
function attachmentsOf(
  { lists }: ConvertOptions,
  cwd: string,
): Pick<CommandRequest, 'options' | 'issues'> {
  const files = [...new Set(lists.get('attach'))];
  const described = new Map<string, Record<string, string>>(files.map((file) => [file, {}]));
  const issues: FieldIssue[] = [];
  for (const part of attachmentTexts) {
    const option = `attach-${part}` as const;
    for (const written of lists.get(option) ?? []) {
      // A name may contain an equals sign, and may begin with another one that is attached.
      const [file] = files
        .filter((each) => written.startsWith(`${each}=`))
        .sort((a, b) => b.length - a.length);
      const texts = file === undefined ? undefined : described.get(file);
      if (file === undefined || texts === undefined) {
        issues.push(fieldIssue(option, message('convert.attachUnknown', { text: quote(written) })));
      } else if (texts[part] !== undefined) {
        issues.push(fieldIssue(option, message('convert.attachTwice', { file: quotePath(file) })));
      } else texts[part] = written.slice(file.length + 1);
    }
  }
  const attachments = (lists.get('attach') ?? []).map((file) => ({
    path: resolve(cwd, file),
    ...described.get(file),
  }));
  issues.push(...attachments.flatMap(({ path }) => missingFile('attach', path)));
  return { options: attachments.length === 0 ? {} : { attachments }, issues };
}

/** Long texts are read from files. */
function ownFlags(
  { values, switches }: ConvertOptions,
  cwd: string,
): Pick<CommandRequest, 'options' | 'issues'> {
  const options: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  for (const name of ownOptionNames) {
    const [option, flag] = [ownOption(name), ownFlag(name)];
    const value = values.get(flag);
    if (option.kind === 'switch' && switches.has(flag)) options[name] = true;
    if (value === undefined) continue;
    if (option.kind === 'file') {
      options[name] = value === '' ? '' : resolve(cwd, value);
      if (value !== '') issues.push(...missingFile(flag, resolve(cwd, value)));
    } else if (option.kind !== 'text' || option.isLong !== true) {
      options[name] = ownValueFromText(option, value);
    } else {
      const text = readTextFile(value, cwd, 'convert.textFileMissing');
      if (text.ok) options[name] = text.value;
      else issues.push({ field: flag, message: text.message });
    }
  }
  return { options, issues };
}

/** Reports a file that cannot be opened with all other issues, although it is read much later. */
function missingFile(option: string, path: string): readonly FieldIssue[] {
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (thrown) {
    return [fieldIssue(option, readFailure(path, thrown))];
  }
}

/**
 * The first `--to` is the storage of the request. An invalid one is reported once, as the option.
 */
function storage(parsed: ConvertOptions): Record<string, unknown> {
  const [first] = destinationsOf(parsed);
  if (first === undefined) return {};
  // The API has buckets only; the options of the output have the others.
  if (bucketDestinationIssue(first) !== null) return { storage: undefined };
  return { storage: { provider: 'object_store', bucketDestination: first } };
}

/** Options add to the flags of the file, and never remove one. */
function compliance({ switches }: ConvertOptions, fromFile: unknown): Record<string, unknown> {
  const flags = (['gdpr', 'hipaa'] as const).filter((name) => switches.has(name));
  if (flags.length === 0) return {};
  const isObject = typeof fromFile === 'object' && fromFile !== null && !Array.isArray(fromFile);
  if (fromFile !== undefined && !isObject) return {};
  const set = Object.fromEntries(flags.map((name) => [name, true]));
  return { compliance: { ...fromFile, ...set } };
}

function orientation({ switches }: ConvertOptions): Record<string, unknown> {
  if (switches.has('landscape')) return { landscape: true };
  return switches.has('portrait') ? { landscape: false } : {};
}

function orientationIssues({ switches }: ConvertOptions): readonly FieldIssue[] {
  if (!switches.has('landscape') || !switches.has('portrait')) return [];
  return [{ field: 'landscape', message: message('convert.orientationConflict') }];
}

/**
 * `--margin` sets all sides, `--margin-top` and so on override it, and both override the file. An
 * invalid `--margin` is reported once, not for each side.
 */
function marginOf(
  { values }: ConvertOptions,
  fromFile: unknown,
): { readonly margin?: unknown; readonly issues: readonly FieldIssue[] } {
  const all = values.get('margin');
  const issue = all === undefined ? null : parseLength(all, message('request.marginName'));
  const isInvalid = issue?.ok === false;
  const given = sides.flatMap((side) => {
    const text = values.get(`margin-${side}`) ?? (isInvalid ? undefined : all);
    return text === undefined ? [] : [[side, text] as const];
  });
  const issues = isInvalid ? [{ field: 'margin', message: issue.message }] : [];
  if (given.length === 0) return { margin: fromFile, issues };
  const fileSides = typeof fromFile === 'object' ? fromFile : {};
  return { margin: { ...fileSides, ...Object.fromEntries(given) }, issues };
}

/**
 * A request in the API's wire format (section 2.1).
 * @throws AppError `invalid-request` if it can't be read or holds no JSON object
 */
function readRequestFile(path: string, cwd: string): WireContents {
  const text = readTextFile(path, cwd, 'convert.requestFileMissing');
  if (!text.ok) throw fileIssue(text.message);
  return wireContents(parseJson(path, text.value));
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = literal(thrownText(thrown));
    throw fileIssue(message('convert.requestFileNotJson', { path: singleLine(path), reason }));
  }
}

function fileIssue(text: Message): AppError {
  return new AppError('invalid-request', text, [{ field: '--request', message: text }]);
}
