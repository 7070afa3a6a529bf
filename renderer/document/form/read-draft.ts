import type { Draft } from '@shared/draft.js';
import type { LengthUnit } from '@shared/settings.js';
import { AppError, type FieldIssue } from '@shared/errors.js';
import {
  type ConversionRequest,
  checkField,
  parseConversionRequest,
} from '@shared/request/request.js';
import { checkFilenamePattern } from '@shared/request/filename.js';
import { sourceFromInput } from '@shared/request/source.js';
import { allowedOfHtml, fileSource } from './draft-store.js';
import { folderIssues } from './output.js';
import { optionsInput, withZoomInPercent } from './draft-options.js';
import { webhookAddress } from './webhook-address.js';
import { unsupportedByService } from '../remote/unsupported-by-service.js';
import { fieldIssue } from '@shared/request/validation.js';

/** The parsed draft. */
export interface ParsedForm {
  /**
   * Null if a field is invalid or the source is empty. Excludes what doesn't affect the pages, such
   * as the file name.
   */
  readonly request: ConversionRequest | null;
  /** All errors of the draft, including file name, folder and webhook. */
  readonly issues: readonly FieldIssue[];
  /** True if the open tab is empty, which isn't an error. */
  readonly sourceIsEmpty: boolean;
}

/**
 * Parses the draft to a request and its errors.
 * @param loadedUrl the loaded URL; while typing, that is the previous one
 * @param unit the unit of lengths written as bare numbers
 */
export function readDraft(draft: Draft, loadedUrl: string, unit: LengthUnit = 'mm'): ParsedForm {
  const sourceIsEmpty = isSourceEmpty(draft, loadedUrl);
  const source = sourceInput(draft, loadedUrl);
  const parsed = parse({ source: source.value, ...optionsInput(draft, unit) });
  const sourceIssues = source.issue ? [source.issue] : [];
  const requestIssues = parsed.issues.filter(
    ({ field }) => !((sourceIsEmpty || source.issue) && isAboutSource(field)),
  );
  const beyond = unsupportedIssues(draft, parsed.request);
  const issues = [
    ...sourceIssues,
    ...withZoomInPercent(requestIssues, draft),
    ...beyond.filter(({ field }) => field !== 'filename'),
  ];
  return {
    request: issues.length === 0 && !sourceIsEmpty ? parsed.request : null,
    issues: [
      ...issues,
      ...webhookIssues(draft),
      ...folderIssues(draft.outputFolder),
      ...filenameIssues(draft),
      ...beyond.filter(({ field }) => field === 'filename'),
    ],
    sourceIsEmpty,
  };
}

/** Returns a short key of the source in the preview, independent of options. */
export function sourceKey(draft: Draft, loadedUrl: string): string {
  switch (draft.tab) {
    case 'files':
      return `file:${draft.selectedPath ?? ''}`;
    case 'url':
      return `url:${loadedUrl}`;
    case 'html':
      return 'html';
  }
}

function isSourceEmpty(draft: Draft, loadedUrl: string): boolean {
  switch (draft.tab) {
    case 'files':
      return draft.selectedPath === null;
    case 'url':
      return loadedUrl.trim() === '';
    case 'html':
      return draft.html.trim() === '';
  }
}

interface SourceInput {
  readonly value?: unknown;
  readonly issue?: FieldIssue;
}

function sourceInput(draft: Draft, loadedUrl: string): SourceInput {
  switch (draft.tab) {
    case 'files':
      return { value: fileInput(draft) };
    case 'url': {
      const source = sourceFromInput(loadedUrl);
      if (source.ok) return { value: source.value };
      if (loadedUrl.trim() === '') return {};
      return { issue: fieldIssue('source', source.message) };
    }
    case 'html': {
      const base = draft.base.trim();
      const html = { kind: 'html', html: draft.html, ...(base !== '' && { base }) };
      return { value: { ...html, ...allowedOfHtml(draft) } };
    }
  }
}

function fileInput({ files, selectedPath }: Draft): Record<string, unknown> {
  const file = files.find(({ path }) => path === selectedPath);
  return file === undefined ? { kind: 'file', path: selectedPath ?? '' } : fileSource(file);
}

function filenameIssues(draft: Draft): readonly FieldIssue[] {
  if (draft.filename === '') return [];
  const issue = checkFilenamePattern(draft.filename);
  return issue === null ? [] : [fieldIssue('filename', issue)];
}

function webhookIssues({ webhook }: Draft): readonly FieldIssue[] {
  if (webhook.trim() === '') return [];
  const issue = checkField('webhook', webhookAddress(webhook));
  return issue === null ? [] : [fieldIssue('webhook', issue)];
}

/** Returns what the selected service doesn't support. */
function unsupportedIssues(
  { renderOn, filename }: Draft,
  request: ConversionRequest | null,
): readonly FieldIssue[] {
  if (renderOn === null || !request) return [];
  return unsupportedByService({ ...request, ...(filename !== '' && { filename }) });
}

function isAboutSource(field: string): boolean {
  return field === 'source' || /^source\.(html|url|path|folder|kind)$/.test(field);
}

function parse(input: unknown): {
  readonly request: ConversionRequest | null;
  readonly issues: readonly FieldIssue[];
} {
  try {
    return { request: parseConversionRequest(input), issues: [] };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.fields)
      return { request: null, issues: thrown.fields };
    throw thrown;
  }
}
