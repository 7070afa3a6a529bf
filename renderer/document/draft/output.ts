import type { Draft, FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { message } from '@shared/messages/message.js';
import type { ExistingPolicy, UploadRequest } from '@shared/output.js';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  defaultFilename,
  expandFilename,
  sourceFolders,
  sourceName,
  suggestedFilename,
} from '@shared/request/filename.js';
import { type ConversionSource, isAbsolutePath, sourceFromInput } from '@shared/request/source.js';
import { quote } from '@shared/request/text.js';
import type { UploadTarget } from '@shared/targets.js';
import { locationUri, uploadDestinationIssue, uploadLocation } from '@shared/upload-location.js';
import { destinationIssue } from '@shared/upload-requests.js';
import { typedPath } from '../../ui/home-folder.js';
import { batchDestination, uploadPathIssue } from '../../settings/targets-store.js';
import { addressLines, filledAddresses } from './addresses.js';
import type { ShownPdf } from './preview-store.js';
import { isMerging } from './draft-store.js';
import { countPdfs, mergedSource } from './merging.js';
import type { SourceFile } from '@shared/source-list.js';

/** Values for names that aren't in the form. */
export interface ExampleFacts {
  /** Title of the page in the preview; empty if unknown. */
  readonly title: string;
  readonly date: Date;
}

/**
 * The name of the file, otherwise the title, otherwise from the URL.
 * @param address index of the selected URL, from 0
 * @param shown the last PDF of this source; null for none
 * @param titleIn reads the title of HTML that hasn't been rendered
 */
export function suggestedName(
  draft: Draft,
  address: number,
  shown: ShownPdf | null,
  titleIn: (html: string) => string = titleOf,
): string {
  if (shown && !isOfOtherText(draft, shown)) return defaultPdfName(shown);
  const source = sourceInForm(draft, address);
  if (!source) return 'document.pdf';
  if (source.kind === 'file' || source.kind === 'merged') return defaultFilename(source);
  return suggestedFilename(source, source.kind === 'html' ? titleIn(source.html) : '');
}

export function defaultPdfName({ artifact, request: { source } }: ShownPdf): string {
  const isNamedBySource = source.kind === 'file' || source.kind === 'merged';
  return isNamedBySource ? defaultFilename(source) : artifact.suggestedName;
}

/** The local preview follows the HTML; that of a service may be outdated. */
function isOfOtherText({ renderOn, html }: Draft, { request: { source } }: ShownPdf): boolean {
  return renderOn !== null && source.kind === 'html' && source.html !== html;
}

/** Parses the start of a document only, without running scripts or loading resources. */
function titleOf(html: string): string {
  return new DOMParser().parseFromString(html.slice(0, 100_000), 'text/html').title;
}

/**
 * For display: `guide/intro-2026-11-20.pdf` below the output folder, or only the name next to its
 * source. Null without a source or with an invalid name.
 * @param address index of the selected URL, from 0
 */
export function outputExample(draft: Draft, address: number, facts: ExampleFacts): string | null {
  const values = exampleValues(draft, address, facts);
  if (!values) return null;
  const { source, ...ofPattern } = values;
  const name =
    draft.filename === '' ? defaultFilename(source) : expandFilename(draft.filename, ofPattern);
  return `${placeBelow(draft)}${name}`;
}

/** Like {@link outputExample}: `s3://papers/2026-11-20/intro.pdf`. */
export function uploadExamples(
  draft: Draft,
  address: number,
  facts: ExampleFacts,
  targets: readonly UploadTarget[],
): readonly string[] {
  const values = exampleValues(draft, address, facts);
  if (!values) return [];
  return uploadRequests(draft, targets)
    .filter(({ destination }) => uploadDestinationIssue(destination) === null)
    .map(({ destination }) => locationUri(uploadLocation(destination, values)));
}

interface ExampleValues extends PlaceholderValues {
  readonly source: ConversionSource;
}

function exampleValues(
  draft: Draft,
  address: number,
  { title, date }: ExampleFacts,
): ExampleValues | null {
  if (draft.filename !== '' && checkFilenamePattern(draft.filename) !== null) return null;
  const source = sourceInForm(draft, address);
  if (!source) return null;
  const [n, of] = [numberOf(draft, address), countPdfs(draft)];
  const [name, folders] = [sourceName(source), sourceFolders(source)];
  return { source, name, folders, title, date, n, of };
}

/** Returns the merged documents, the selected file or URL, or the HTML of the form, or null. */
function sourceInForm(draft: Draft, address: number): ConversionSource | null {
  const merged = mergedSource(draft);
  // URLs may still be incomplete.
  if (merged !== null) return merged.parts.length === 0 ? null : merged;
  switch (draft.tab) {
    case 'files':
      return draft.selectedPath === null ? null : { kind: 'file', path: draft.selectedPath };
    case 'url': {
      const chosen = addressLines(draft.url)[address] ?? '';
      const source = sourceFromInput(chosen);
      return source.ok ? source.value : null;
    }
    case 'html':
      return draft.html.trim() === '' ? null : { kind: 'html', html: draft.html };
  }
}

/** The number of the document in the batch, from 1. */
export function numberOf(draft: Draft, address: number): number {
  if (isMerging(draft)) return 1;
  switch (draft.tab) {
    case 'files':
      return draft.files.findIndex(({ path }) => path === draft.selectedPath) + 1;
    case 'url':
      return filledAddresses(
        addressLines(draft.url)
          .slice(0, address + 1)
          .join('\n'),
      ).length;
    case 'html':
      return 1;
  }
}

/** The subfolder that is kept below the output folder. */
function placeBelow(draft: Draft): string {
  const { tab, outputFolder, files, selectedPath } = draft;
  if (isMerging(draft) || tab !== 'files' || outputFolder.trim() === '') return '';
  const file = files.find(({ path }) => path === selectedPath);
  return file ? placeInFolder(file) : '';
}

type UploadSettings = Pick<
  FormSettings,
  'save' | 'uploadTargets' | 'uploadPath' | 'filename' | 'existing'
>;

/** Those that still exist, in the order of the settings. */
export function chosenTargets(
  { uploadTargets }: Pick<FormSettings, 'uploadTargets'>,
  targets: readonly UploadTarget[],
): readonly UploadTarget[] {
  return targets.filter(({ id }) => uploadTargets.includes(id));
}

/** Of the selected destinations. */
export function countRemoved(
  { uploadTargets }: Pick<FormSettings, 'uploadTargets'>,
  targets: readonly UploadTarget[],
): number {
  return uploadTargets.filter((id) => !targets.some((target) => target.id === id)).length;
}

/** Of each PDF in a batch. Existing files are handled as for saving. */
export function uploadRequests(
  settings: UploadSettings,
  targets: readonly UploadTarget[],
): UploadRequest[] {
  const { uploadPath, filename, existing } = settings;
  return chosenTargets(settings, targets).map((target) => ({
    target: target.id,
    destination: batchDestination(target, uploadPath, filename),
    existing: batchPolicy(existing),
  }));
}

/** Several documents cannot ask. */
export function batchPolicy(existing: FormSettings['existing']): ExistingPolicy {
  return existing === 'ask' ? 'number' : existing;
}

export function uploadIssues(
  settings: UploadSettings,
  targets: readonly UploadTarget[],
): readonly FieldIssue[] {
  const chosen = chosenTargets(settings, targets);
  const removed = countRemoved(settings, targets);
  const path = uploadPathIssue(chosen, settings.uploadPath, settings.filename);
  const output = { save: settings.save, uploads: uploadRequests(settings, targets) };
  const undelivered = removed > 0 ? null : destinationIssue({ request: {}, output });
  return [
    ...(removed > 0
      ? [
          {
            field: 'output.uploads',
            message: message('form.destinationsRemoved', { count: removed }),
          },
        ]
      : []),
    ...(undelivered === null ? [] : [{ field: 'output.save', message: undelivered }]),
    ...(path === null ? [] : [{ field: 'output.uploadPath', message: path }]),
  ];
}

/** An empty folder is valid and means next to each source. */
export function folderIssues(folder: string): readonly FieldIssue[] {
  const written = typedPath(folder);
  if (written === '' || isAbsolutePath(written)) return [];
  const issue = message('form.folderNotFull', { folder: quote(written) });
  return [{ field: 'output.folder', message: issue }];
}

export function folderOf(path: string): string {
  const separator = path.includes('\\') ? '\\' : '/';
  return path.slice(0, Math.max(1, path.lastIndexOf(separator)));
}

/**
 * Below the added folder, with a trailing slash: `guide/`; empty for a file that was added alone.
 */
export function placeInFolder({ path, name, folder }: SourceFile): string {
  if (folder === undefined || !path.startsWith(folder) || !path.endsWith(name)) return '';
  const between = path.slice(folder.length, path.length - name.length);
  return between.replaceAll('\\', '/').replace(/^\//, '');
}
