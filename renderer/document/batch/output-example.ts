import type { Draft } from '@shared/draft.js';
import type { BucketTarget } from '@shared/targets.js';
import { bucketDestinationIssue, objectLocation, s3Uri } from '@shared/request/storage.js';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  defaultFilename,
  expandFilename,
  sourceName,
} from '@shared/request/filename.js';
import { type ConversionSource, sourceFromInput } from '@shared/request/source.js';
import { placeInFolder } from '../form/file-place.js';
import { addressLines, filledAddresses } from './addresses.js';
import { uploadRequests } from './batch-uploads.js';
import { countSources } from './read-batch.js';

/** Values for the example that aren't in the form. */
export interface ExampleFacts {
  /** Title of the page in the preview; empty if unknown. */
  readonly title: string;
  readonly date: Date;
}

/**
 * Returns where the PDF of the selected document will be saved, for display:
 * `guide/intro-2026-11-20.pdf` below the output folder, or only the name next to its source. Null
 * without a source or with an invalid name.
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

/** Returns the same for uploads: `s3://papers/2026-11-20/intro.pdf`. */
export function uploadExamples(
  draft: Draft,
  address: number,
  facts: ExampleFacts,
  targets: readonly BucketTarget[],
): readonly string[] {
  const values = exampleValues(draft, address, facts);
  if (!values) return [];
  return uploadRequests(draft, targets)
    .filter(({ destination }) => bucketDestinationIssue(destination) === null)
    .map(({ destination }) => s3Uri(objectLocation(destination, values)));
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
  const [n, of] = [numberOf(draft, address), countSources(draft)];
  return { source, name: sourceName(source), title, date, n, of };
}

/** Returns the selected file or URL, or the HTML of the form, or null. */
export function sourceInForm(draft: Draft, address: number): ConversionSource | null {
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

/** Returns the number of the document in the batch, from 1. */
function numberOf(draft: Draft, address: number): number {
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

/** Returns the subfolder that is kept below the output folder. */
function placeBelow({ tab, outputFolder, files, selectedPath }: Draft): string {
  if (tab !== 'files' || outputFolder.trim() === '') return '';
  const file = files.find(({ path }) => path === selectedPath);
  return file ? placeInFolder(file) : '';
}
