import { relative, sep } from 'node:path';
import ignore from 'ignore';
import type { FieldIssue } from '../../../shared/errors.js';
import { message } from '../../../shared/messages/message.js';
import { excerpt, nearestName } from '../../../shared/request/text.js';
import { sourceKindOf } from '../../engine/sources/source-kinds.js';
import { type ConvertOptions, fileTypes } from './options.js';

/** Which files of a folder are converted. */
export interface FileFilter {
  /** Globs as in .gitignore, relative to the folder; empty: all files. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Values of {@link fileTypes}; empty: all types. */
  readonly only: readonly string[];
}

/** Reads `--include`, `--exclude` and `--only`. */
export function filterOf({ lists, values }: ConvertOptions): FileFilter {
  const only = values.get('only');
  return {
    include: lists.get('include') ?? [],
    exclude: lists.get('exclude') ?? [],
    only: only === undefined ? [] : typesIn(only),
  };
}

/** Returns the issues of these options. */
export function filterIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { include, exclude, only } = filterOf(parsed);
  const empty = [
    ...(include.some(isBlank) ? ['include'] : []),
    ...(exclude.some(isBlank) ? ['exclude'] : []),
  ];
  return [
    ...empty.map((option) => ({
      field: option,
      message: message('convert.globEmpty', { option }),
    })),
    ...only.filter((type) => !isFileType(type)).map(typeIssue),
  ];
}

/** Returns a test for the paths of a folder. */
export function fileTest(filter: FileFilter, folder: string): (path: string) => boolean {
  const isSelected = pathTest(filter);
  const { only } = filter;
  return (path) => {
    if (only.length > 0 && !only.includes(sourceKindOf(path)?.toLowerCase() ?? '')) return false;
    return isSelected(relative(folder, path).split(sep).join('/'));
  };
}

/** Returns a test for relative paths with slashes, by `--include` and `--exclude` alone. */
export function pathTest({ include, exclude }: FileFilter): (name: string) => boolean {
  const included = ignore({ ignorecase: false }).add(include);
  const excluded = ignore({ ignorecase: false }).add(exclude);
  return (name) => {
    if (name === '') return true;
    return (include.length === 0 || included.ignores(name)) && !excluded.ignores(name);
  };
}

function typesIn(text: string): readonly string[] {
  return text.split(',').map((type) => type.trim());
}

function isFileType(type: string): boolean {
  return fileTypes.some((known) => known === type);
}

function isBlank(glob: string): boolean {
  return glob.trim() === '';
}

function typeIssue(type: string): FieldIssue {
  const nearest = nearestName(type, fileTypes);
  const params = { value: excerpt(type), types: { or: fileTypes } };
  const text =
    nearest === null
      ? message('convert.onlyUnknown', params)
      : message('convert.onlyNear', { ...params, nearest });
  return { field: 'only', message: text };
}
