import { relative, sep } from 'node:path';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { excerpt, nearestName } from '../../../shared/request/text.js';
import { globIssues } from '../../../shared/globs.js';
import { type PathFilter, pathTest } from '../../engine/sources/path-filter.js';
import { sourceKindOf } from '../../engine/sources/source-kinds.js';
import { type ConvertOptions, fileTypes } from './options.js';

/** Which files of a folder are converted. */
export interface FileFilter extends PathFilter {
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

export function filterIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const filter = filterOf(parsed);
  return [...globIssues(filter), ...filter.only.filter((type) => !isFileType(type)).map(typeIssue)];
}

export function fileTest(filter: FileFilter, folder: string): (path: string) => boolean {
  const isSelected = pathTest(filter);
  const { only } = filter;
  return (path) => {
    if (only.length > 0 && !only.includes(sourceKindOf(path)?.toLowerCase() ?? '')) return false;
    return isSelected(relative(folder, path).split(sep).join('/'));
  };
}

function typesIn(text: string): readonly string[] {
  return text.split(',').map((type) => type.trim());
}

function isFileType(type: string): boolean {
  return fileTypes.some((known) => known === type);
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
