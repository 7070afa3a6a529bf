import type { Draft, FormSettings } from '@shared/draft.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import type { JobOptions } from '@shared/jobs.js';
import { message } from '@shared/messages/message.js';
import type { DefaultPageFormat } from '@shared/request/paper.js';
import type { LengthUnit } from '@shared/request/paper.js';
import type { UploadTarget } from '@shared/targets.js';
import { conversionOptionsSchema, mergingIssues, optionIssues } from '@shared/request/request.js';
import { hasPlaceholder, unknownPlaceholders } from '@shared/request/filename.js';
import type { ConversionSource } from '@shared/request/source.js';
import { quote } from '@shared/request/text.js';
import { inTermsOfForm, unsupportedByService, wholeOptionsInput } from './read-draft.js';
import { allowedOfHtml, countSources, fileSource, isMerging, useDraft } from './draft-store.js';
import { convertibleFiles, mergedSource, pdfAloneIssue } from './merging.js';
import { firstAddressIssue, validAddresses } from './addresses.js';
import { placeIssues } from './services.js';
import { lostPasswordIssues } from './passwords.js';
import { batchPolicy, folderIssues, uploadIssues, uploadRequests } from './output.js';
import { splitFieldIssues, splitRule } from './splitting.js';
import { formatAddresses, formatFiles } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { typedPath } from '../../ui/home-folder.js';
import { useSettings } from '../../settings/settings-store.js';
import { useEndpoints, useTargets } from '../../settings/targets-store.js';

/** The form as work for the queue. */
export interface BatchReading {
  readonly sources: readonly ConversionSource[];
  /** Null if an option is invalid. */
  readonly options: JobOptions | null;
  /** All errors of the sources and options. */
  readonly issues: readonly FieldIssue[];
}

/** What options refer to: destinations and services by id, and the unit of bare numbers. */
export interface Destinations {
  readonly unit: LengthUnit;
  readonly defaultFormat?: DefaultPageFormat;
  readonly targets: readonly UploadTarget[];
  readonly endpoints: readonly RemoteEndpoint[];
  /** Ids of the stored passwords of PDFs. */
  readonly protections: readonly string[];
}

/** Converts everything valid in the open tab to job sources and options. */
export function readBatch(draft: Draft, known: Destinations): BatchReading {
  const { options, issues } = readJobOptions(draft, known);
  const sources = sourcesOf(draft);
  return {
    sources,
    options,
    issues: [
      ...sourceIssues(draft, sources.length),
      ...issues,
      ...(isMerging(draft) && options ? mergingIssues(options.request) : []),
      ...(sources.length > 1 ? sameNameIssues(draft) : []),
      ...(options ? unsupportedInSources(sources, options) : []),
    ],
  };
}

/**
 * Returns why nothing can be converted. Among single documents invalid URLs and PDFs are skipped; a
 * merged PDF has all documents.
 * @param count the number of valid sources
 */
export function sourceIssues(draft: Draft, count: number): readonly FieldIssue[] {
  if (count > 0 && !isMerging(draft)) return [];
  const wrong = draft.tab === 'url' ? firstAddressIssue(draft.url)?.message : pdfAloneIssue(draft);
  return wrong ? [{ field: 'source', message: wrong }] : [];
}

/** The options are null if one is invalid. */
export function readJobOptions(
  settings: FormSettings,
  { unit, defaultFormat, targets, endpoints, protections }: Destinations,
): Pick<BatchReading, 'options' | 'issues'> {
  const { outputFolder, existing, save } = settings;
  const input = wholeOptionsInput(settings, unit, defaultFormat);
  const issues = [
    ...inTermsOfForm(optionIssues(input), settings, unit),
    ...folderIssues(outputFolder),
    ...uploadIssues(settings, targets),
    ...placeIssues(settings, endpoints),
    ...splitFieldIssues(settings),
    ...lostPasswordIssues(settings.protection, protections),
  ];
  const request = conversionOptionsSchema.safeParse(input);
  if (!request.success || issues.length > 0) return { options: null, issues };
  const beyond =
    settings.renderOn === null ? [] : unsupportedByService({ ...request.data, source: anySource });
  if (beyond.length > 0) return { options: null, issues: beyond };
  const folder = typedPath(outputFolder) || null;
  const uploads = uploadRequests(settings, targets);
  const split = splitRule(settings);
  return {
    options: {
      request: request.data,
      output: { folder, existing: batchPolicy(existing), save, uploads, ...(split && { split }) },
      renderOn: settings.renderOn,
    },
    issues,
  };
}

const anySource = { kind: 'html', html: '<p>' } as const;

/** What a service can't do, such as a URL as the base of HTML. */
function unsupportedInSources(
  sources: readonly ConversionSource[],
  { request, renderOn }: JobOptions,
): readonly FieldIssue[] {
  if (renderOn === null) return [];
  return sources.flatMap((source) => unsupportedByService({ ...request, source }));
}

/**
 * For names without a placeholder that differs per document, because all PDFs would get the same
 * name.
 */
export function sameNameIssues({
  filename,
  uploadPath,
  save,
}: FormSettings): readonly FieldIssue[] {
  const path = uploadPath.trim();
  // A path that ends in a file names the uploads; the file name then only applies to saved files.
  const isUsed = save || !path.endsWith('.pdf');
  return [
    ...(isUsed && isSameForAll(filename)
      ? [{ field: 'filename', message: message('form.sameFileName', { name: quote(filename) }) }]
      : []),
    ...(path.endsWith('.pdf') && isSameForAll(path)
      ? [{ field: 'output.uploadPath', message: message('form.samePath', { name: quote(path) }) }]
      : []),
  ];
}

function isSameForAll(name: string): boolean {
  const differs = (['name', 'title', 'n'] as const).some((each) => hasPlaceholder(name, each));
  return name !== '' && !differs && unknownPlaceholders(name) === null;
}

function sourcesOf(draft: Draft): readonly ConversionSource[] {
  const merged = mergedSource(draft);
  if (merged !== null) return [merged];
  switch (draft.tab) {
    case 'files':
      return convertibleFiles(draft).map(fileSource);
    case 'url':
      return validAddresses(draft.url);
    case 'html': {
      const base = typedPath(draft.base);
      return draft.html.trim() === ''
        ? []
        : [
            {
              kind: 'html',
              html: draft.html,
              ...(base !== '' && { base }),
              ...allowedOfHtml(draft),
            },
          ];
    }
  }
}

export function destinations(): Destinations {
  return {
    unit: useSettings.getState().lengthUnit,
    defaultFormat: useDraft.getState().defaultFormat,
    targets: useTargets.getState().targets,
    endpoints: useEndpoints.getState().endpoints,
    protections: useTargets.getState().secrets.protections,
  };
}

/**
 * `214 files`, `3 URLs`, `HTML`.
 * @param count of those that are meant, if they are not all
 */
export function sourcesText(draft: Draft, count = countSources(draft)): string {
  switch (draft.tab) {
    case 'files':
      return formatFiles(count);
    case 'url':
      return formatAddresses(count);
    case 'html':
      return t('form.html');
  }
}
