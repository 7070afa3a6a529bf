import type { Draft } from '@shared/draft.js';
import { checkFilenamePattern, expandFilename } from '@shared/request/filename-pattern.js';
import { type ConversionSource, sourceFromPerson } from '@shared/request/source.js';
import { sourceName, usualFilename } from '@shared/request/source-name.js';
import { placeInFolder } from '../file-place.js';
import { addressLines, filledAddresses } from './addresses.js';
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
export function outputExample(
  draft: Draft,
  address: number,
  { title, date }: ExampleFacts,
): string | null {
  if (draft.filename !== '' && checkFilenamePattern(draft.filename) !== null) return null;
  const source = exampleSource(draft, address);
  if (!source) return null;
  const name =
    draft.filename === ''
      ? usualFilename(source)
      : expandFilename(draft.filename, {
          name: sourceName(source),
          title,
          date,
          n: numberOf(draft, address),
          of: countSources(draft),
        });
  return `${placeBelow(draft)}${name}`;
}

function exampleSource(draft: Draft, address: number): ConversionSource | null {
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
