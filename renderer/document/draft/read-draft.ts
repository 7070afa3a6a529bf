import type { Draft, FormSettings } from '@shared/draft.js';
import type { LengthUnit } from '@shared/request/paper.js';
import { AppError, type FieldIssue } from '@shared/messages/errors.js';
import {
  type ConversionRequest,
  checkField,
  parseConversionRequest,
} from '@shared/request/request.js';
import type { Attachment } from '@shared/request/attachments.js';
import { checkFilenamePattern } from '@shared/request/filename.js';
import {
  type ConversionSource,
  type MergedSource,
  sourceFromInput,
} from '@shared/request/source.js';
import { firstAddressIssue } from './addresses.js';
import { allowedOfHtml, fileSource, isMerging } from './draft-store.js';
import { mergedKey, mergedSource, pdfAloneIssue } from './merging.js';
import { folderIssues } from './output.js';
import { typedPath } from '../../ui/home-folder.js';
import { fieldIssue } from '@shared/request/validation.js';
import {
  type DefaultPageFormat,
  customSizeIssue,
  defaultPageFormat,
  lengthText,
  parseLength,
  withUnit,
} from '@shared/request/paper.js';
import { hasComplianceFlag, numberInUnit, zoomFromText } from '@shared/request/fields.js';
import { excerpt, quote } from '@shared/request/text.js';
import { marginPresets, marginSides } from './draft-defaults.js';
import { message } from '@shared/messages/message.js';
import { ownOption, ownOptionNames, ownValueFromText } from '@shared/request/own-options.js';
import { looksLikeUrl, withScheme } from '@shared/request/url.js';
import { privateRanges } from '@shared/private-ranges.js';
import { unsupportedByApi } from '@shared/request/unsupported.js';

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
 * @param loadedUrl the loaded URL; while typing, that is the previous one
 * @param unit the unit of lengths written as bare numbers
 */
export function readDraft(
  draft: Draft,
  loadedUrl: string,
  unit: LengthUnit = 'mm',
  defaultFormat: DefaultPageFormat = defaultPageFormat,
): ParsedForm {
  const sourceIsEmpty = isSourceEmpty(draft, loadedUrl);
  const source = sourceInput(draft, loadedUrl);
  const parsed = parse({ source: source.value, ...optionsInput(draft, unit, defaultFormat) });
  const sourceIssues = source.issue ? [source.issue] : [];
  const requestIssues = parsed.issues.filter(
    ({ field }) => !((sourceIsEmpty || source.issue) && isAboutSource(field)),
  );
  const beyond = unsupportedIssues(draft, parsed.request);
  const issues = [
    ...sourceIssues,
    ...inTermsOfForm(requestIssues, draft, unit),
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

/** Short, and independent of options. */
export function sourceKey(draft: Draft, loadedUrl: string): string {
  if (isMerging(draft)) return mergedKey(draft);
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
  if (isMerging(draft)) return false;
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
  const merged = mergedSource(draft);
  if (merged !== null) return mergedInput(draft, merged);
  switch (draft.tab) {
    case 'files': {
      const issue = pdfAloneIssue(draft);
      return issue === null ? { value: fileInput(draft) } : { issue: fieldIssue('source', issue) };
    }
    case 'url': {
      const source = sourceFromInput(loadedUrl);
      if (source.ok) return { value: source.value };
      if (loadedUrl.trim() === '') return {};
      return { issue: fieldIssue('source', source.message) };
    }
    case 'html': {
      const base = typedPath(draft.base);
      const html = { kind: 'html', html: draft.html, ...(base !== '' && { base }) };
      return { value: { ...html, ...allowedOfHtml(draft) } };
    }
  }
}

/** An invalid URL would be missing in the PDF, so it is not skipped as among single documents. */
function mergedInput({ tab, url }: Draft, merged: MergedSource): SourceInput {
  const wrong = tab === 'url' ? firstAddressIssue(url) : null;
  return wrong === null ? { value: merged } : { issue: fieldIssue('source', wrong.message) };
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

/**
 * Converts the options of the form to request options, unvalidated, without file name and webhook.
 * @param unit the unit of lengths written as bare numbers
 */
function optionsInput(
  draft: FormSettings & Partial<SignInOfDraft>,
  unit: LengthUnit,
  defaultFormat: DefaultPageFormat,
): Record<string, unknown> {
  const margin = marginInput(draft, unit);
  return {
    ...(draft.format !== '' && { format: formatInput(draft, unit) }),
    ...(defaultFormat !== defaultPageFormat && { defaultFormat }),
    ...(draft.orientation !== 'auto' && { landscape: draft.orientation === 'landscape' }),
    ...(Object.keys(margin).length > 0 && { margin }),
    ...(draft.pages.trim() !== '' && { pages: draft.pages }),
    ...zoomOption(draft),
    ...(!draft.javascript && { disableJavascript: true }),
    ...(draft.timeout.trim() !== '' && { timeoutSeconds: numberInUnit(draft.timeout, 'seconds') }),
    ...(draft.failOn.length > 0 && { failOn: draft.failOn }),
    ...(draft.attachments.length > 0 && {
      attachments: draft.attachments.map(describedAttachment),
    }),
    ...(draft.protection !== null && { protection: draft.protection }),
    ...(hasComplianceFlag(draft) && { compliance: { gdpr: draft.gdpr, hipaa: draft.hipaa } }),
    ...(draft.tab === 'url' && draft.signIn !== null && { signIn: draft.signIn }),
    ...ownInput(draft),
  };
}

/** Empty fields set nothing. */
function describedAttachment({ path, name = '', description = '', relationship }: Attachment) {
  return {
    path,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(relationship && { relationship }),
  };
}

/** Pages from URLs may be behind a login. */
type SignInOfDraft = Pick<Draft, 'tab' | 'signIn'>;

function ownInput({ own }: FormSettings): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of ownOptionNames) {
    const written = own[name]?.trim() ?? '';
    if (written === '') continue;
    const option = ownOption(name);
    if (option.kind === 'switch') input[name] = true;
    else
      input[name] = ownValueFromText(option, option.kind === 'file' ? typedPath(written) : written);
  }
  return input;
}

/** With file name and webhook, which don't affect the pages. */
export function wholeOptionsInput(
  draft: FormSettings & Partial<SignInOfDraft>,
  unit: LengthUnit,
  defaultFormat: DefaultPageFormat = defaultPageFormat,
): Record<string, unknown> {
  const { filename, webhook } = draft;
  return {
    ...optionsInput(draft, unit, defaultFormat),
    ...(filename !== '' && { filename }),
    ...(webhook.trim() !== '' && { webhook: webhookAddress(webhook) }),
  };
}

function formatInput(draft: FormSettings, unit: LengthUnit): string {
  if (draft.format !== 'custom') return draft.format;
  return customSides(draft, unit).map(sideText).join('x');
}

function customSides(
  { customWidth, customHeight }: FormSettings,
  unit: LengthUnit,
): readonly [string, string] {
  return [withUnit(customWidth, unit), withUnit(customHeight, unit)];
}

function sideText(text: string): string {
  const length = parseLength(text);
  return length.ok ? lengthText(length.value) : text.trim();
}

function marginInput(draft: FormSettings, unit: LengthUnit): Record<string, string> {
  if (draft.marginPreset === 'page') return {};
  if (draft.marginPreset !== 'custom') {
    const length = marginPresets[draft.marginPreset];
    return Object.fromEntries(marginSides.map((side) => [side, length]));
  }
  const written = marginSides.filter((side) => draft.margin[side].trim() !== '');
  return Object.fromEntries(written.map((side) => [side, withUnit(draft.margin[side], unit)]));
}

/** Services get only changed options; 100% is their default. */
function zoomOption({ zoom, renderOn }: FormSettings): Record<string, unknown> {
  if (zoom.trim() === '') return {};
  const factor = zoomFromText(zoom);
  return factor === 1 && renderOn !== null ? {} : { zoom: factor };
}

/** The scale is in percent, and the sides of a custom size are on their own. */
export function inTermsOfForm(
  issues: readonly FieldIssue[],
  settings: FormSettings,
  unit: LengthUnit,
): readonly FieldIssue[] {
  const zoom = message('form.zoomRange', { value: excerpt(settings.zoom.trim()) });
  const size =
    settings.format === 'custom' ? customSizeIssue(...customSides(settings, unit)) : null;
  return issues.map((issue) => {
    if (issue.field === 'zoom') return { ...issue, message: zoom };
    return issue.field === 'format' && size !== null ? { ...issue, message: size } : issue;
  });
}

/** Returns a typed webhook URL with a scheme. */
export function webhookAddress(typed: string): string {
  const written = typed.trim();
  return looksLikeUrl(written) && !/^https?:/i.test(written) ? withScheme(written) : written;
}

/**
 * Host names are not resolved here; the main process checks them.
 * @param isAllowed whether webhooks may go to private addresses
 */
export function privateWebhookIssues(
  { webhook }: Pick<Draft, 'webhook'>,
  isAllowed: boolean,
): readonly FieldIssue[] {
  const address = webhookAddress(webhook);
  if (isAllowed || !URL.canParse(address) || !isPrivateHost(new URL(address).hostname)) return [];
  return [{ field: 'webhook', message: message('form.privateWebhook', { url: quote(address) }) }];
}

/** Prefix of IPv4-mapped IPv6 addresses, as bits. */
const mapped = '0'.repeat(80) + '1'.repeat(16);

const prefixesOf = (ranges: (typeof privateRanges)['ipv4']) =>
  ranges.map(([network, length]) => bitsOf(network).slice(0, length));

const privatePrefixes = {
  ipv4: prefixesOf(privateRanges.ipv4),
  ipv6: prefixesOf(privateRanges.ipv6),
};

/**
 * True also for a local host. Names are not resolved.
 * @param hostname normalized, as in a URL
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const isAddress = host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
  if (!isAddress) return false;
  const bits = bitsOf(host);
  const own = bits.startsWith(mapped) ? bits.slice(mapped.length) : bits;
  const prefixes = own.length === 32 ? privatePrefixes.ipv4 : privatePrefixes.ipv6;
  return prefixes.some((prefix) => own.startsWith(prefix));
}

/** 32 or 128 of them. */
function bitsOf(address: string): string {
  if (!address.includes(':')) return join(address.split('.'), 10, 8);
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const left = Array<string>(8 - head.length - tail.length).fill('0');
  return join([...head, ...left, ...tail], 16, 16);
}

function join(parts: readonly string[], radix: number, width: number): string {
  return parts.map((part) => parseInt(part, radix).toString(2).padStart(width, '0')).join('');
}

/**
 * What no service supports. Files, and HTML with a base, are sent bundled, so their source isn't an
 * error.
 */
export function unsupportedByService(request: ConversionRequest): readonly FieldIssue[] {
  const { source } = request;
  const issues = unsupportedByApi(isPacked(source) ? { ...request, source: packed } : request);
  if (source.kind !== 'merged') return issues;
  // Another choice of who converts is what helps.
  return issues.map((issue) =>
    issue.field === 'source' ? { ...issue, field: 'renderOn' } : issue,
  );
}

const packed = { kind: 'html', html: '<p>' } as const;

function isPacked(source: ConversionSource): boolean {
  if (source.kind === 'file') return true;
  return source.kind === 'html' && source.base !== undefined;
}
