import { z } from 'zod';
import { type Message, message, messageSchema } from '../messages/message.js';
import { excerpt, singleLine, valueMessage } from './text.js';
import { decodedOrSame, isHostWithPort, parseHttpUrl, urlScheme, withScheme } from './url.js';
import { type Parsed, checkedText, error, invalid, textField, valid } from './validation.js';

const emptySource = invalid(message('request.sourceEmpty'));

interface UrlSource {
  kind: 'url';
  url: string;
}

export function sourceTypeIssue(input: unknown): Message {
  return message('request.sourceType', { value: valueMessage(input) });
}

/**
 * Folders, by full path, that the user allowed this document to read besides its own. Not part of
 * the API.
 */
const allowedFoldersSchema = z
  .array(
    checkedText(
      (input) => message('request.sourceFolderType', { value: valueMessage(input) }),
      filePathIssue,
    ),
  )
  .optional();

const singleSourceOptions = [
  z.strictObject({
    kind: z.literal('html'),
    html: checkedText(sourceTypeIssue, (html) => (/\S/.test(html) ? null : emptySource.message)),
    /** The base of relative links: an http(s) URL or the full path of a folder. */
    base: checkedText(
      (input) => message('request.baseType', { value: valueMessage(input) }),
      baseIssue,
    ).optional(),
    /** What its PDF is named after, such as the name of a pipe; not part of the API. */
    name: z.string().optional(),
    allowedFolders: allowedFoldersSchema,
  }),
  z.strictObject({
    kind: z.literal('file'),
    path: checkedText(
      (input) => message('request.sourcePathType', { value: valueMessage(input) }),
      filePathIssue,
    ),
    /** The folder that the user chose and that contains the file: its files may be read. */
    folder: checkedText(
      (input) => message('request.sourceFolderType', { value: valueMessage(input) }),
      filePathIssue,
    ).optional(),
    allowedFolders: allowedFoldersSchema,
    /** The document in an archive, by its name there; absent: its start page. */
    entry: z.string().optional(),
    /** Its title in the contents of the archive. */
    entryTitle: z.string().optional(),
    /** The page that another kind of file was converted to. */
    page: z.object({ html: z.string() }).optional(),
    /** What was missing or left out when the file was opened. */
    losses: z.array(messageSchema).optional(),
  }),
  z.strictObject({
    kind: z.literal('url'),
    url: textField(sourceTypeIssue, (url) => {
      const parsed = sourceFromUrl(url, urlScheme(url) ?? 'https');
      return parsed.ok ? valid(parsed.value.url) : parsed;
    }),
  }),
] as const;

/** One document: HTML text, a local file (never through the API), or an http(s) URL. */
const singleSourceSchema = z.discriminatedUnion('kind', singleSourceOptions, {
  error: error(sourceTypeIssue),
});

export type SingleSource = z.infer<typeof singleSourceSchema>;

/** The smallest number of documents that can be merged. */
export const minMergedParts = 2;

/** What is converted: one document, or several that become one PDF (Platen's own). */
export const sourceSchema = z.discriminatedUnion(
  'kind',
  [
    ...singleSourceOptions,
    z.strictObject({
      kind: z.literal('merged'),
      /** In their order; files may also be PDFs, which are added as they are. */
      parts: z
        .array(singleSourceSchema, {
          error: error((input) => message('merge.partsType', { value: valueMessage(input) })),
        })
        .min(minMergedParts, { error: error(() => message('merge.partsTooFew')) }),
    }),
  ],
  { error: error(sourceTypeIssue) },
);

export type ConversionSource = z.infer<typeof sourceSchema>;
export type MergedSource = Extract<ConversionSource, { kind: 'merged' }>;

/** In their order. */
export function partsOf(source: ConversionSource): readonly SingleSource[] {
  return source.kind === 'merged' ? source.parts : [source];
}

/** A file that is a PDF already can only be merged with others. */
export function isPdfSource(source: ConversionSource): boolean {
  return source.kind === 'file' && isPdfPath(source.path);
}

export function isPdfPath(path: string): boolean {
  return /\.pdf$/i.test(path);
}

/** Reads the API's `source` (section 2.1): an http(s) URL, or else raw HTML. */
export function sourceFromWire(text: string): Parsed<SingleSource> {
  if (!/\S/.test(text)) return emptySource;
  const scheme = urlScheme(text);
  if (scheme === null) return valid({ kind: 'html', html: text });
  if (scheme !== 'file') return sourceFromUrl(text, scheme);
  return invalid(message('request.sourceIsLocal', { source: excerpt(text.trim()) }));
}

/** Reads a URL that a user typed; without a scheme it gets https, or http for local hosts. */
export function sourceFromInput(text: string): Parsed<UrlSource> {
  if (text.trim() === '') return emptySource;
  const scheme = isHostWithPort(text) ? null : urlScheme(text);
  if (scheme === null) return sourceFromUrl(withScheme(text), 'https', text);
  return sourceFromUrl(text, scheme);
}

/** Null for an http(s) URL or the full path of a folder. */
export function baseIssue(base: string): Message | null {
  if (base.trim() === '') return message('request.baseEmpty');
  if (/^https?:/i.test(base)) {
    const parsed = parseHttpUrl(base, message('request.baseName'));
    return parsed.ok ? null : parsed.message;
  }
  if (isAbsolutePath(base)) return null;
  return message('request.baseInvalid', { base: excerpt(base) });
}

/** It has a tag, a comment or a doctype. */
export function looksLikeHtml(text: string): boolean {
  return /<(!doctype\s+html|!--|\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>)/i.test(text);
}

function sourceFromUrl(text: string, scheme: string, typed: string = text): Parsed<UrlSource> {
  if (scheme === 'http' || scheme === 'https') {
    const url = parseHttpUrl(text, message('request.sourceName'), typed);
    return url.ok ? valid({ kind: 'url', url: url.value }) : url;
  }
  return invalid(schemeIssue(excerpt(text.trim()), scheme));
}

function schemeIssue(source: string, scheme: string): Message {
  switch (scheme) {
    case 'javascript':
      return message('request.sourceScript', { source });
    case 'data':
      return message('request.sourceData', { source });
    case 'ftp':
      return message('request.sourceFtp', { source });
    case 'file':
      return message('request.sourceFileUrl', { source });
    default:
      return message('request.sourceScheme', { source, scheme: excerpt(scheme) });
  }
}

function filePathIssue(path: string): Message | null {
  if (path.trim() === '') return message('request.sourcePathEmpty');
  if (isAbsolutePath(path)) return null;
  return message('request.sourcePathRelative', { path: singleLine(path) });
}

/**
 * Of any system: a full path, also in quotes as Windows copies it, or a file URL; null for other
 * text.
 */
export function pathFromText(text: string): string | null {
  const [, quoted] = /^"([^"]+)"$/.exec(text.trim()) ?? [];
  const written = quoted ?? text.trim();
  if (/^file:/i.test(written)) return pathOfFileUrl(written);
  return isAbsolutePath(written) && !/^\/\/|[\r\n]/.test(written) ? written : null;
}

function pathOfFileUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { host, pathname } = new URL(text);
  const path = decodedOrSame(pathname);
  if (host !== '') return `\\\\${host}${path.replaceAll('/', '\\')}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** A full path of any system. */
export function isAbsolutePath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
