import type { Draft } from '@shared/draft.js';
import type { BucketTarget } from '@shared/targets.js';
import {
  bucketDestinationMistake,
  bucketPlace,
  destinationText,
} from '@shared/request/bucket-destination.js';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  expandFilename,
} from '@shared/request/filename-pattern.js';
import { type ConversionSource, sourceFromPerson } from '@shared/request/source.js';
import { sourceName, usualFilename } from '@shared/request/source-name.js';
import { placeInFolder } from '../file-place.js';
import { addressLines, filledAddresses } from './addresses.js';
import { uploadWishes } from './batch-uploads.js';
import { countSources } from './read-batch.js';

/** What the example is made with that the form does not hold. */
export interface ExampleFacts {
  /** The title of the page in the preview; empty if it is not known. */
  readonly title: string;
  readonly date: Date;
}

/**
 * Where the PDF of the document in the form goes, as a path to read: `guide/intro-2026-11-20.pdf` below the folder of the batch, or the
 * name alone beside its source. Null where there is no source yet or the name is wrong.
 * @param address the line of the form's addresses that is chosen, from 0
 */
export function outputExample(draft: Draft, address: number, facts: ExampleFacts): string | null {
  const values = exampleValues(draft, address, facts);
  if (!values) return null;
  const { source, ...ofPattern } = values;
  const name =
    draft.filename === '' ? usualFilename(source) : expandFilename(draft.filename, ofPattern);
  return `${placeBelow(draft)}${name}`;
}

/** The same for the buckets that it is uploaded to: `s3://papers/2026-11-20/intro.pdf`. */
export function uploadExamples(
  draft: Draft,
  address: number,
  facts: ExampleFacts,
  targets: readonly BucketTarget[],
): readonly string[] {
  const values = exampleValues(draft, address, facts);
  if (!values) return [];
  return uploadWishes(draft, targets)
    .filter(({ destination }) => bucketDestinationMistake(destination) === null)
    .map(({ destination }) => destinationText(bucketPlace(destination, values)));
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

/** The document in the form: the file or the address that is chosen, or the text. Null where there is none yet. */
export function sourceInForm(draft: Draft, address: number): ConversionSource | null {
  switch (draft.tab) {
    case 'files':
      return draft.selectedPath === null ? null : { kind: 'file', path: draft.selectedPath };
    case 'url': {
      const chosen = addressLines(draft.url)[address] ?? '';
      const source = sourceFromPerson(chosen);
      return source.ok ? source.value : null;
    }
    case 'html':
      return draft.html.trim() === '' ? null : { kind: 'html', html: draft.html };
  }
}

/** The document's number in the batch, from 1. */
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

/** The folders of the tree that is kept below the folder of a batch. */
function placeBelow({ tab, outputFolder, files, selectedPath }: Draft): string {
  if (tab !== 'files' || outputFolder.trim() === '') return '';
  const file = files.find(({ path }) => path === selectedPath);
  return file ? placeInFolder(file) : '';
}
