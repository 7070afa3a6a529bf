import type { Draft } from '@shared/draft.js';
import { AppError, type FieldIssue } from '@shared/errors.js';
import {
  type ConversionRequest,
  checkField,
  parseConversionRequest,
} from '@shared/request/conversion-request.js';
import { checkFilenamePattern } from '@shared/request/filename-pattern.js';
import { sourceFromPerson } from '@shared/request/source.js';
import { folderIssues } from './batch/output-folder.js';
import { inPercent, optionsInput } from './draft-options.js';
import { webhookAddress } from './webhook-address.js';
import { beyondService } from './remote/beyond-service.js';

/** What a draft amounts to: a request to convert, or why there is none yet. */
export interface DraftReading {
  /** Null while a field is wrong or the source is empty. What becomes of the PDF, such as its name, is left out: it does not change the pages. */
  readonly request: ConversionRequest | null;
  /** Every mistake in the draft, those of the file name, the folder and the webhook among them. */
  readonly issues: readonly FieldIssue[];
  /** Nothing has been given yet in the open tab; that is no mistake. */
  readonly sourceIsEmpty: boolean;
}

/**
 * Turns what a person typed into a request, with the mistakes in the sentences of the request type.
 * @param loadedUrl the address to load; while a person types, it is still the one before
 */
export function readDraft(draft: Draft, loadedUrl: string): DraftReading {
  const sourceIsEmpty = isSourceEmpty(draft, loadedUrl);
  const source = sourceInput(draft, loadedUrl);
  const parsed = parse({ source: source.value, ...optionsInput(draft) });
  const sourceIssues = source.issue ? [source.issue] : [];
  const requestIssues = parsed.issues.filter(
    ({ field }) => !((sourceIsEmpty || source.issue) && isAboutSource(field)),
  );
  const beyond = beyondIssues(draft, parsed.request);
  const issues = [
    ...sourceIssues,
    ...requestIssues.map(inPercent),
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

/** The file, the address or the text that the preview shows, as a short key that is the same for each change of an option. */
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
      const source = sourceFromPerson(loadedUrl);
      if (source.ok) return { value: source.value };
      if (loadedUrl.trim() === '') return {};
      return { issue: { field: 'source', message: source.message } };
    }
    case 'html': {
      const base = draft.base.trim();
      return { value: { kind: 'html', html: draft.html, ...(base !== '' && { base }) } };
    }
  }
}

function fileInput({ files, selectedPath }: Draft): Record<string, unknown> {
  const folder = files.find(({ path }) => path === selectedPath)?.folder;
  return { kind: 'file', path: selectedPath ?? '', ...(folder !== undefined && { folder }) };
}

function filenameIssues(draft: Draft): readonly FieldIssue[] {
  if (draft.filename === '') return [];
  const message = checkFilenamePattern(draft.filename);
  return message === null ? [] : [{ field: 'filename', message }];
}

function webhookIssues({ webhook }: Draft): readonly FieldIssue[] {
  if (webhook.trim() === '') return [];
  const message = checkField('webhook', webhookAddress(webhook));
  return message === null ? [] : [{ field: 'webhook', message }];
}

/** What a service that is to make the PDF cannot do. */
function beyondIssues(
  { renderOn, filename }: Draft,
  request: ConversionRequest | null,
): readonly FieldIssue[] {
  if (renderOn === null || !request) return [];
  return beyondService({ ...request, ...(filename !== '' && { filename }) });
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
