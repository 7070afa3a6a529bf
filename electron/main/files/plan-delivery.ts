import { dirname, join, relative } from 'node:path';
import type { Output } from '../../shared/output.js';
import {
  type PlaceholderValues,
  defaultFilename,
  expandFilename,
  hasPlaceholder,
  sourceFolders,
  sourceName,
} from '../../shared/request/filename.js';
import { type ConversionSource, isPdfSource, partsOf } from '../../shared/request/source.js';
import type { SplitPart } from '../../shared/split.js';
import { type ClaimedNames, foldedPath } from './claimed-names.js';
import type { DeliveryPlan } from './deliver.js';
import { pathExists } from './write-failure.js';

/** What determines where the PDF of a job is saved. */
export interface DeliveryRequest {
  /** Owns the reserved name: the job's id, or that of a part of its PDF. */
  readonly owner: string;
  readonly source: ConversionSource;
  /**
   * The file name of the request, which may contain placeholders; absent: the name of the source.
   */
  readonly filename?: string | undefined;
  readonly output: Pick<Output, 'folder' | 'existing'>;
  /** Full path of the PDF if the user named it; overrides folder and file name. */
  readonly path?: string | undefined;
  /** The folder for sources that are not files, if `output` names none. */
  readonly elsewhere: string;
  /** Which part of the PDF it is; absent: all. The path is that of the part. */
  readonly part?: SplitPart | undefined;
  /** The job's number in its batch, from 1, and the size of the batch. */
  readonly number: number;
  readonly of: number;
  /** The value of `{date}`, the same for a whole batch. */
  readonly date: Date;
}

/** Returns true if the PDF's name is known only after its page has loaded. */
export function needsTitle({
  filename,
  path,
}: Pick<DeliveryRequest, 'filename' | 'path'>): boolean {
  return path === undefined && filename !== undefined && hasPlaceholder(filename, 'title');
}

/**
 * Decides where a PDF is saved. No two PDFs of a batch get the same name; with `number`, existing
 * files are skipped too. A PDF that is merged is never replaced.
 * @param names the names of the batch
 * @param title the page's title, for {@link needsTitle}
 * @throws AppError `write-failed` if the disk cannot be read
 */
export async function planDelivery(
  request: DeliveryRequest,
  names: ClaimedNames,
  title = '',
): Promise<DeliveryPlan> {
  const { owner, output } = request;
  let path = claimName(request, names, title);
  const sources = mergedPdfs(request.source);
  while (sources.has(foldedPath(path))) path = names.next(owner);
  if (output.existing === 'number') {
    while (await pathExists(path)) path = names.next(owner);
  }
  return { path, existing: output.existing, another: () => names.next(owner) };
}

function mergedPdfs(source: ConversionSource): ReadonlySet<string> {
  const parts = partsOf(source).filter(isPdfSource);
  return new Set(parts.flatMap((part) => (part.kind === 'file' ? [foldedPath(part.path)] : [])));
}

/**
 * Reserves a PDF's name in the batch, without checking the disk. @returns the path, the same for
 * the same request
 */
export function claimName(request: DeliveryRequest, names: ClaimedNames, title = ''): string {
  const path = request.path ?? join(outputFolder(request), filenameOf(request, title));
  return names.claim(request.owner, path);
}

/**
 * The requested folder with the tree of a source folder below it, otherwise that of the source, or
 * of the first file of merged documents.
 */
export function outputFolder({
  source,
  output,
  elsewhere,
}: Pick<DeliveryRequest, 'source' | 'elsewhere'> & {
  readonly output: Pick<Output, 'folder'>;
}): string {
  if (output.folder === null) {
    const file = partsOf(source).find((part) => part.kind === 'file');
    return file === undefined ? elsewhere : dirname(file.path);
  }
  if (source.kind !== 'file' || source.folder === undefined) return output.folder;
  return join(output.folder, dirname(relative(source.folder, source.path)));
}

/** For a PDF's name and for its path in a bucket. */
export function placeholderValues(
  { source, date, number, of }: Pick<DeliveryRequest, 'source' | 'date' | 'number' | 'of'>,
  title: string,
): PlaceholderValues {
  return { name: sourceName(source), folders: sourceFolders(source), title, date, n: number, of };
}

function filenameOf(request: DeliveryRequest, title: string): string {
  const { source, filename } = request;
  if (filename === undefined) return defaultFilename(source);
  return expandFilename(filename, placeholderValues(request, title));
}
