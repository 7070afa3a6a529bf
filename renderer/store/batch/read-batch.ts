import type { Draft, FormSettings } from '@shared/draft.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { FieldIssue } from '@shared/errors.js';
import type { JobOptions } from '@shared/jobs.js';
import type { BucketTarget } from '@shared/targets.js';
import { conversionOptionsSchema, optionMistakes } from '@shared/request/conversion-request.js';
import { hasPlaceholder, placeholderMistake } from '@shared/request/filename-pattern.js';
import { type ConversionSource, sourceFromPerson } from '@shared/request/source.js';
import { quote } from '@shared/request/wording.js';
import { inPercent, wholeOptionsInput } from '../draft-options.js';
import { addressLines, filledAddresses, firstAddressMistake } from './addresses.js';
import { beyondService } from '../remote/beyond-service.js';
import { placeIssues } from '../remote/render-place.js';
import { folderIssues } from './output-folder.js';
import { uploadIssues, uploadWishes } from './batch-uploads.js';

/** What a form amounts to as work for the queue. */
export interface BatchReading {
  readonly sources: readonly ConversionSource[];
  /** Null while a setting is wrong. */
  readonly options: JobOptions | null;
  /** Every mistake in the sources and the settings. */
  readonly issues: readonly FieldIssue[];
}

/** How many documents the open tab holds. */
export function countSources({ tab, files, url, html }: Draft): number {
  switch (tab) {
    case 'files':
      return files.length;
    case 'url':
      return filledAddresses(url).length;
    case 'html':
      return html.trim() === '' ? 0 : 1;
  }
}

/** What the settings of a form name by its id, as it is in the settings of the window. */
export interface KnownPlaces {
  readonly targets: readonly BucketTarget[];
  readonly endpoints: readonly RemoteEndpoint[];
}

/** Reads all that the open tab holds, and the settings, as jobs. */
export function readBatch(draft: Draft, known: KnownPlaces): BatchReading {
  const { options, issues } = readJobOptions(draft, known);
  const wrongAddress = draft.tab === 'url' ? firstAddressMistake(draft.url) : null;
  const sources = sourcesOf(draft);
  return {
    sources,
    options,
    issues: [
      ...(wrongAddress ? [{ field: 'source', message: wrongAddress.message }] : []),
      ...issues,
      ...(sources.length > 1 ? sameNameIssues(draft) : []),
      ...(options ? beyondInSources(sources, options) : []),
    ],
  };
}

/** Reads the settings of the form as those of a job; null while one is wrong. */
export function readJobOptions(
  settings: FormSettings,
  { targets, endpoints }: KnownPlaces,
): Pick<BatchReading, 'options' | 'issues'> {
  const { outputFolder, existing, save } = settings;
  const input = wholeOptionsInput(settings);
  const issues = [
    ...optionMistakes(input).map(inPercent),
    ...folderIssues(outputFolder),
    ...uploadIssues(settings, targets),
    ...placeIssues(settings, endpoints),
  ];
  const request = conversionOptionsSchema.safeParse(input);
  if (!request.success || issues.length > 0) return { options: null, issues };
  const beyond =
    settings.renderOn === null ? [] : beyondService({ ...request.data, source: anySource });
  if (beyond.length > 0) return { options: null, issues: beyond };
  const folder = outputFolder.trim() === '' ? null : outputFolder.trim();
  const uploads = uploadWishes(settings, targets);
  return {
    options: {
      request: request.data,
      output: { folder, existing, save, uploads },
      renderOn: settings.renderOn,
    },
    issues,
  };
}

const anySource = { kind: 'html', html: '<p>' } as const;

/** What of the sources themselves a service cannot do, such as an address as the base of HTML. */
function beyondInSources(
  sources: readonly ConversionSource[],
  { request, renderOn }: JobOptions,
): readonly FieldIssue[] {
  if (renderOn === null) return [];
  return sources.flatMap((source) => beyondService({ ...request, source }));
}

/** Without a placeholder that differs from one document to the next, a batch would be one name many times over. */
function sameNameIssues({ filename, uploadPath, save }: FormSettings): readonly FieldIssue[] {
  const path = uploadPath.trim();
  // A path that ends in a file is the name of each upload; then the file name is that of what is saved here, if anything is.
  const isUsed = save || !path.endsWith('.pdf');
  return [
    ...(isUsed && isSameForAll(filename)
      ? [{ field: 'filename', message: sameNameText(filename, 'or leave it empty') }]
      : []),
    ...(path.endsWith('.pdf') && isSameForAll(path)
      ? [{ field: 'output.uploadPath', message: sameNameText(path, 'or enter only a folder') }]
      : []),
  ];
}

function isSameForAll(name: string): boolean {
  const differs = (['name', 'title', 'n'] as const).some((each) => hasPlaceholder(name, each));
  return name !== '' && !differs && placeholderMistake(name, '') === null;
}

function sameNameText(name: string, orElse: string): string {
  return `All PDFs of the batch would be named ${quote(name)}. Add {name}, {title} or {n}, ${orElse}.`;
}

function sourcesOf(draft: Draft): readonly ConversionSource[] {
  switch (draft.tab) {
    case 'files':
      return draft.files.map(({ path, folder }) => ({
        kind: 'file',
        path,
        ...(folder !== undefined && { folder }),
      }));
    case 'url':
      return addressLines(draft.url).flatMap((line) => {
        const source = sourceFromPerson(line);
        return source.ok ? [source.value] : [];
      });
    case 'html': {
      const base = draft.base.trim();
      return draft.html.trim() === ''
        ? []
        : [{ kind: 'html', html: draft.html, ...(base !== '' && { base }) }];
    }
  }
}
