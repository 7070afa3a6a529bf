import type { Draft } from '@shared/draft.js';
import { AppError, type FieldIssue } from '@shared/errors.js';
import {
  type ConversionRequest,
  parseConversionRequest,
} from '@shared/request/conversion-request.js';
import { lengthText, parseLength } from '@shared/request/length.js';
import { checkPdfFilename } from '@shared/request/filename.js';
import { numberFromText } from '@shared/request/number-range.js';
import { sourceFromPerson } from '@shared/request/source.js';
import { marginPresets, marginSides } from './draft-defaults.js';

/** What a draft amounts to: a request to convert, or why there is none yet. */
export interface DraftReading {
  /** Null while a field is wrong or the source is empty. The file name is left out: it does not change the pages. */
  readonly request: ConversionRequest | null;
  /** Every mistake in the draft, the file name's among them. */
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
  const issues = [...sourceIssues, ...requestIssues.map(inPercent)];
  return {
    request: issues.length === 0 && !sourceIsEmpty ? parsed.request : null,
    issues: [...issues, ...filenameIssues(draft)],
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

function optionsInput(draft: Draft): Record<string, unknown> {
  const margin = marginInput(draft);
  return {
    ...(draft.format !== '' && { format: formatInput(draft) }),
    ...(draft.orientation !== 'auto' && { landscape: draft.orientation === 'landscape' }),
    ...(Object.keys(margin).length > 0 && { margin }),
    ...(draft.pages.trim() !== '' && { pages: draft.pages }),
    ...(draft.zoom.trim() !== '' && { zoom: zoomInput(draft.zoom) }),
    ...(!draft.javascript && { disableJavascript: true }),
    ...(draft.timeout.trim() !== '' && { timeoutSeconds: numberFromText(draft.timeout) }),
    ...(draft.failOn.length > 0 && { failOn: draft.failOn }),
  };
}

function formatInput(draft: Draft): string {
  if (draft.format !== 'custom') return draft.format;
  return `${sideText(draft.customWidth)}x${sideText(draft.customHeight)}`;
}

function sideText(text: string): string {
  const length = parseLength(text);
  return length.ok ? lengthText(length.value) : text.trim();
}

function marginInput(draft: Draft): Record<string, string> {
  if (draft.marginPreset === 'page') return {};
  if (draft.marginPreset !== 'custom') {
    const length = marginPresets[draft.marginPreset];
    return Object.fromEntries(marginSides.map((side) => [side, length]));
  }
  const written = marginSides.filter((side) => draft.margin[side].trim() !== '');
  return Object.fromEntries(written.map((side) => [side, draft.margin[side]]));
}

/** `85` and `85 %` are percent. What is no plain number goes on as it is, so that the sentence quotes it. */
function zoomInput(text: string): number | string {
  const percent = numberFromText(text.replace(/%\s*$/, ''));
  return typeof percent === 'number' ? Number((percent / 100).toPrecision(12)) : text;
}

/** The sentence about zoom speaks of factors; the window's field is in percent. */
function inPercent(issue: FieldIssue): FieldIssue {
  if (issue.field !== 'zoom') return issue;
  return { ...issue, message: `${issue.message} In percent, as here: 10 to 200.` };
}

function filenameIssues(draft: Draft): readonly FieldIssue[] {
  if (draft.filename === '') return [];
  const message = checkPdfFilename(draft.filename);
  return message === null ? [] : [{ field: 'filename', message }];
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
