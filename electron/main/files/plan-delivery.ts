import { dirname, join, relative } from 'node:path';
import type { Output } from '../../shared/output.js';
import {
  type PlaceholderValues,
  defaultFilename,
  expandFilename,
  hasPlaceholder,
  sourceName,
} from '../../shared/request/filename.js';
import type { ConversionSource } from '../../shared/request/source.js';
import type { ClaimedNames } from './claimed-names.js';
import type { DeliveryPlan } from './deliver.js';
import { isThere } from './write-failure.js';

/** What decides where the PDF of one job goes. */
export interface DeliveryRequest {
  /** The job's id: its name in the batch is its own. */
  readonly owner: string;
  readonly source: ConversionSource;
  /**
   * The request's file name, which may hold placeholders; without one the PDF is called like its
   * source.
   */
  readonly filename?: string | undefined;
  readonly output: Pick<Output, 'folder' | 'existing'>;
  /**
   * Full path of the PDF itself, where a person has named it; it beats the folder and the file
   * name.
   */
  readonly path?: string | undefined;
  /** The folder for sources that are no file where `output` names none. */
  readonly elsewhere: string;
  /** The job's number in its batch, from 1, and how many jobs that has. */
  readonly number: number;
  readonly of: number;
  /** The day that `{date}` stands for: one for all of a batch. */
  readonly date: Date;
}

/** Whether a PDF can be given its name only after its page has loaded. */
export function needsTitle({
  filename,
  path,
}: Pick<DeliveryRequest, 'filename' | 'path'>): boolean {
  return path === undefined && filename !== undefined && hasPlaceholder(filename, 'title');
}

/**
 * Decides where a PDF goes. No two of a batch get the same name; what is on the disk is passed over
 * where files are numbered.
 * @param names the names of the batch
 * @param title the page's title, for {@link needsTitle}
 * @throws AppError `write-failed` if the disk does not say what is there
 */
export async function planDelivery(
  request: DeliveryRequest,
  names: ClaimedNames,
  title = '',
): Promise<DeliveryPlan> {
  const { owner, output } = request;
  let path = claimName(request, names, title);
  if (output.existing === 'number') {
    while (await isThere(path)) path = names.next(owner);
  }
  return { path, existing: output.existing, another: () => names.next(owner) };
}

/**
 * Claims a PDF's name in the batch, whatever is on the disk, and returns the path: the same one for
 * the same request.
 */
export function claimName(request: DeliveryRequest, names: ClaimedNames, title = ''): string {
  const path = request.path ?? join(outputFolder(request), filenameOf(request, title));
  return names.claim(request.owner, path);
}

/**
 * The folder that a PDF goes to: the one named, with the tree of a source folder below it, else
 * beside the source.
 */
function outputFolder({ source, output, elsewhere }: DeliveryRequest): string {
  if (output.folder === null) return source.kind === 'file' ? dirname(source.path) : elsewhere;
  if (source.kind !== 'file' || source.folder === undefined) return output.folder;
  return join(output.folder, dirname(relative(source.folder, source.path)));
}

/** What the placeholders of a PDF's name, and of its path in a bucket, stand for. */
export function placeholderValues(
  { source, date, number, of }: Pick<DeliveryRequest, 'source' | 'date' | 'number' | 'of'>,
  title: string,
): PlaceholderValues {
  return { name: sourceName(source), title, date, n: number, of };
}

function filenameOf(request: DeliveryRequest, title: string): string {
  const { source, filename } = request;
  if (filename === undefined) return defaultFilename(source);
  return expandFilename(filename, placeholderValues(request, title));
}
