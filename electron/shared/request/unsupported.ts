import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import { defaultTimeoutSeconds } from './fields.js';
import { checkPdfFilename, hasPlaceholder } from './filename.js';
import { ownOptionsUnsupportedByApi } from './own-options.js';
import { pageRangesText, parsePageRanges } from './pages.js';
import type { ConversionRequest } from './request.js';
import { type ConversionSource, sourceFromWire } from './source.js';
import { destinationPlaceholderIssues } from './storage.js';
import { excerpt, singleLine } from './text.js';
import { fieldIssue } from './validation.js';

/** One issue for each option that the API (section 2.1) doesn't support. */
export function unsupportedByApi(request: ConversionRequest): readonly FieldIssue[] {
  const { failOn = [], filename, timeoutSeconds, storage } = request;
  return [
    ...sourceIssues(request.source),
    ...issue('pages', pagesIssue(request.pages)),
    ...issue('filename', filenameIssue(filename)),
    ...(storage?.provider === 'object_store'
      ? destinationPlaceholderIssues('storage.bucketDestination', storage.bucketDestination)
      : []),
    ...issue('landscape', request.landscape === undefined ? null : message('request.apiLandscape')),
    ...issue(
      'timeoutSeconds',
      timeoutSeconds === defaultTimeoutSeconds
        ? null
        : unsupportedTimeout('timeoutSeconds', String(timeoutSeconds)),
    ),
    ...issue('failOn', failOn.length === 0 ? null : unsupportedFailOn('failOn', failOn.join(','))),
    ...issue('signIn', request.signIn === undefined ? null : message('signIns.apiLacks')),
    ...issue(
      'protection',
      request.protection === undefined ? null : message('protection.apiLacks'),
    ),
    ...issue(
      'attachments',
      request.attachments === undefined ? null : message('attachments.apiLacks'),
    ),
    ...ownOptionsUnsupportedByApi(request),
  ];
}

/** @param option the name of the timeout for the author of the request */
export function unsupportedTimeout(option: string, value: string): Message {
  return message('request.apiTimeout', { option, value });
}

/** @param option the name of the kinds for the author of the request */
export function unsupportedFailOn(option: string, value: string): Message {
  return message('request.apiFailOn', { option, value });
}

function issue(field: string, reason: Message | null): readonly FieldIssue[] {
  return reason === null ? [] : [fieldIssue(field, reason)];
}

function sourceIssues(source: ConversionSource): readonly FieldIssue[] {
  if (source.kind === 'url') return [];
  if (source.kind === 'merged') return issue('source', message('merge.apiMerged'));
  if (source.kind === 'file') {
    return issue('source', message('request.apiFile', { path: singleLine(source.path) }));
  }
  const { html, base } = source;
  const read = sourceFromWire(html);
  const isHtml = read.ok && read.value.kind === 'html';
  const asUrl = message('request.apiHtmlIsUrl', { html: excerpt(html.trim()) });
  return [
    ...issue('source', isHtml ? null : asUrl),
    ...issue(
      'source.base',
      base === undefined ? null : message('request.apiBase', { base: excerpt(base) }),
    ),
  ];
}

function filenameIssue(filename: string | undefined): Message | null {
  if (filename === undefined) return null;
  if (!hasPlaceholder(filename)) return checkPdfFilename(filename);
  return message('request.apiFilename', { filename: excerpt(filename) });
}

function pagesIssue(pages: string | undefined): Message | null {
  const parsed = parsePageRanges(pages ?? '1');
  if (!parsed.ok) return null;
  const open = parsed.value.find(({ last }) => last === Infinity);
  if (open) return message('request.apiOpenRange', { pages: pageRangesText([open]) });
  if (parsed.value.length === 1) return null;
  if (parsed.value.every(({ first, last }) => first === last)) return null;
  return message('request.apiPages', { pages: excerpt(pages ?? '') });
}
