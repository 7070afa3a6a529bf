import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import {
  type ExistingObjectPolicy,
  type ExistingPolicy,
  type Output,
  type UploadRequest,
  existingPolicies,
  isExistingPolicy,
  maxUploads,
} from '../../../shared/output.js';
import { folderPlaceholder, hasPlaceholder } from '../../../shared/request/filename.js';
import { uploadDestinationIssue } from '../../../shared/upload-location.js';
import { excerpt, nearestName } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { type ConvertOptions, aclChoices } from './options.js';

/** The requested output, as written. */
export interface OutputOptions {
  /**
   * `-` for standard output, a file if it ends in .pdf, otherwise a folder. Without it a PDF is
   * saved in the folder of its source, or in `cwd`.
   */
  readonly out?: string | undefined;
  /** The file name of the request; `out` overrides it if it is a file. */
  readonly filename?: string | undefined;
  /** Of uploads. With one, nothing is saved locally unless `out` is set. */
  readonly destinations?: readonly string[];
  /**
   * Without it a name is numbered, but a file that `out` names is replaced, and an object is left
   * unchanged.
   */
  readonly existing?: ExistingPolicy | undefined;
  /** ID of the target whose access uploads use; without it, the one that matches each. */
  readonly target?: string | undefined;
  readonly cwd: string;
}

export interface OutputTarget {
  /** Full path of the one PDF, if `--out` names it. */
  readonly path?: string | undefined;
  /** Whether the one PDF is written to standard output. */
  readonly isStandardOutput?: boolean;
  readonly output: Output;
}

/**
 * @param count number of PDFs
 * @throws AppError `invalid-request` if several PDFs have the same name
 */
export function outputTarget(options: OutputOptions, count: number): OutputTarget {
  const { out, filename, destinations = [], existing, target, cwd } = options;
  const path = out === undefined ? null : resolve(cwd, out);
  if (out === standardOutput) return standardOutputTarget(destinations, count);
  const isFile = out !== undefined && path !== null && isPdfFile(out) && !isFolder(path);
  const save = out !== undefined || destinations.length === 0;
  const issues = sharedNameIssues(
    { file: isFile ? out : undefined, filename: save ? filename : undefined, destinations },
    count,
  );
  if (issues.length > 0) throw invalidRequest(issues);
  const uploads = uploadsTo(destinations, target, existing);
  if (!isFile) return { output: { folder: path, existing: existing ?? 'number', save, uploads } };
  return { path, output: { folder: null, existing: existing ?? 'overwrite', save, uploads } };
}

/** The value of `--out` for standard output; `./-` is a folder. */
const standardOutput = '-';

function standardOutputTarget(destinations: readonly string[], count: number): OutputTarget {
  const issues = standardOutputIssues(destinations, count);
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    isStandardOutput: true,
    output: { folder: null, existing: 'overwrite', save: true, uploads: [] },
  };
}

/** A URL or a second PDF would be written into the first one. */
function standardOutputIssues(
  destinations: readonly string[],
  count: number,
): readonly FieldIssue[] {
  const messages = [
    ...(count > 1 ? [message('convert.outputForMany', { count })] : []),
    ...(destinations.length > 0 ? [message('convert.outputWithUploads')] : []),
  ];
  return messages.map((issue) => ({ field: 'out', message: issue }));
}

function uploadsTo(
  destinations: readonly string[],
  target: string | null = null,
  existing: ExistingObjectPolicy = 'ask',
): UploadRequest[] {
  return destinations.map((destination) => ({ target, destination, existing }));
}

function isPdfFile(out: string): boolean {
  return /\.pdf$/i.test(out);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Names that are the same for all PDFs of a run. */
interface SharedNames {
  /** The file of `--out`. */
  readonly file?: string | undefined;
  readonly filename?: string | undefined;
  readonly destinations: readonly string[];
}

function sharedNameIssues(
  { file, filename, destinations }: SharedNames,
  count: number,
): readonly FieldIssue[] {
  if (count < 2) return [];
  const issues: FieldIssue[] = [];
  if (file !== undefined) {
    issues.push({
      field: 'out',
      message: message('convert.outForMany', { out: excerpt(file), count }),
    });
  }
  if (filename !== undefined && !hasPlaceholder(filename)) {
    const shared = message('convert.filenameForMany', { filename: excerpt(filename), count });
    issues.push({ field: 'filename', message: shared });
  }
  for (const each of destinations.filter((destination) => !hasPlaceholder(destination))) {
    const shared = message('convert.destinationForMany', { destination: excerpt(each), count });
    issues.push({ field: 'to', message: shared });
  }
  return issues;
}

/** The values of `--to`. A folder there gets the tree of each source folder. */
export function destinationsOf({ lists }: ConvertOptions): readonly string[] {
  const destinations = lists.get('to') ?? [];
  return destinations.map((each) =>
    each.endsWith('/') ? `${each}${folderPlaceholder}/{name}.pdf` : each,
  );
}

export function outputIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { positionals, values } = parsed;
  const out = values.get('out');
  const destinations = destinationsOf(parsed);
  const issues = [
    ...outIssues(parsed),
    ...existingIssues(values.get('existing')),
    ...destinationIssues(destinations),
    ...accessIssues(parsed),
  ];
  // The argument after an unknown option may be its value, so the number of sources is unknown.
  if (parsed.issues.length > 0) return issues;
  const count = parsed.switches.has('merge') ? 1 : positionals.length;
  if (out === standardOutput) return [...issues, ...standardOutputIssues(destinations, count)];
  const isSaved = out !== undefined || destinations.length === 0;
  const shared = sharedNameIssues(
    {
      file: out !== undefined && isPdfFile(out) ? out : undefined,
      filename: isSaved ? values.get('filename') : undefined,
      destinations,
    },
    count,
  );
  return [...issues, ...shared];
}

function outIssues({ values, switches }: ConvertOptions): readonly FieldIssue[] {
  const out = values.get('out');
  if (out === '') return [{ field: 'out', message: message('convert.outEmpty') }];
  if (out?.startsWith('/dev/') === true) {
    return [{ field: 'out', message: message('convert.outDevice', { out: excerpt(out) }) }];
  }
  if (out !== standardOutput) return [];
  return [
    ...(switches.has('json')
      ? [{ field: 'json', message: message('convert.outputWithJson') }]
      : []),
    ...(values.has('existing')
      ? [{ field: 'existing', message: message('convert.outputWithExisting') }]
      : []),
  ];
}

export function existingIssues(written: string | undefined): readonly FieldIssue[] {
  if (written === undefined || isExistingPolicy(written)) return [];
  const nearest = nearestName(written, existingPolicies);
  const value = excerpt(written);
  const policies = { or: existingPolicies };
  const issue =
    nearest === null
      ? message('convert.existingUnknown', { value, policies })
      : message('convert.existingNear', { value, policies, nearest });
  return [{ field: 'existing', message: issue }];
}

export function isAclChoice(word: string): word is (typeof aclChoices)[number] {
  return aclChoices.some((choice) => choice === word);
}

/** Of `--target` and `--acl`. */
function accessIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { values } = parsed;
  const acl = values.get('acl');
  const issues = (['target', 'acl'] as const)
    .filter((option) => values.has(option))
    .flatMap((option) => uploadOptionIssues(option, parsed));
  if (values.get('target')?.trim() === '') {
    issues.push({ field: 'target', message: message('convert.targetEmpty') });
  }
  if (acl !== undefined && !isAclChoice(acl)) {
    const params = { value: excerpt(acl), choices: { or: aclChoices } };
    issues.push({ field: 'acl', message: message('convert.aclUnknown', params) });
  }
  return issues;
}

/** Of an option without uploads. A service uploads with its own credentials. */
export function uploadOptionIssues(option: string, parsed: ConvertOptions): FieldIssue[] {
  if (parsed.values.has('remote')) {
    return [{ field: option, message: message('convert.remoteAccess', { option }) }];
  }
  if (destinationsOf(parsed).length > 0 || parsed.values.has('request')) return [];
  return [{ field: option, message: message('convert.accessAlone', { option }) }];
}

function destinationIssues(destinations: readonly string[]): readonly FieldIssue[] {
  const count = destinations.length;
  const isRepeated = (each: string, at: number) => destinations.indexOf(each) !== at;
  const messages: readonly Message[] = [
    ...[...new Set(destinations)].map(uploadDestinationIssue).filter((issue) => issue !== null),
    ...[...new Set(destinations.filter(isRepeated))].map((each) =>
      message('convert.destinationTwice', { destination: excerpt(each) }),
    ),
    ...(count > maxUploads
      ? [message('convert.tooManyDestinations', { count, max: maxUploads })]
      : []),
  ];
  return messages.map((issue) => ({ field: 'to', message: issue }));
}
