import { z } from 'zod';
import { quote, quotePath, wrongTypeSentence } from './text.js';
import { urlScheme, isHostWithPort, parseHttpUrl, withScheme } from './url.js';
import { type Parsed, checkedText, invalid, textField, valid } from './validation.js';

/** What a source must be, as the end of a sentence. */
export const sourceRule = 'HTML text or an http or https address';

const emptySource = invalid(`The source is empty; it must be ${sourceRule}.`);

interface UrlSource {
  kind: 'url';
  url: string;
}

/** What is converted: HTML text, a file on this computer (never over the interface), or an http(s) address. */
export const sourceSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('html'),
      html: checkedText('The source', sourceRule, (html) =>
        html.trim() === '' ? emptySource.message : null,
      ),
      /** Where relative links start: an http(s) address or the full path of a folder. */
      base: checkedText('The base', 'a folder or an http or https address', baseIssue).optional(),
    }),
    z.strictObject({
      kind: z.literal('file'),
      path: checkedText('The source', 'the full path of a file', filePathIssue),
      /** The folder that was named, if the file was found in one: what lies in it may be read. Else the file's own. */
      folder: checkedText('The folder of the source', 'the full path of a folder', (folder) =>
        isAbsolutePath(folder) ? null : filePathIssue(folder),
      ).optional(),
    }),
    z.strictObject({
      kind: z.literal('url'),
      url: textField('The source', sourceRule, (url) => {
        const parsed = sourceFromAddress(url, urlScheme(url) ?? 'https');
        return parsed.ok ? valid(parsed.value.url) : parsed;
      }),
    }),
  ],
  { error: ({ input }) => wrongTypeSentence('The source', input, sourceRule) },
);

export type ConversionSource = z.infer<typeof sourceSchema>;

/** Reads the interface's `source` (section 2.1): an http(s) address, or else raw HTML. */
export function sourceFromWire(text: string): Parsed<ConversionSource> {
  if (text.trim() === '') return emptySource;
  const scheme = urlScheme(text);
  if (scheme === null) return valid({ kind: 'html', html: text });
  if (scheme !== 'file') return sourceFromAddress(text, scheme);
  return invalid(
    `The source ${quote(text.trim())} is a file on a disk, which a request cannot name; send the HTML itself or an http or https address.`,
  );
}

/** Reads an address that a person typed; one without a scheme gets https, or http for localhost and IP addresses. */
export function sourceFromInput(text: string): Parsed<ConversionSource> {
  if (text.trim() === '') return emptySource;
  const scheme = isHostWithPort(text) ? null : urlScheme(text);
  if (scheme === null) return sourceFromAddress(withScheme(text), 'https');
  return sourceFromAddress(text, scheme);
}

/** The mistake in the base of relative links, in a sentence; null if it is an http(s) address or the full path of a folder. */
export function baseIssue(base: string): string | null {
  if (base.trim() === '') {
    return 'The base is empty; write a folder or an http or https address, or leave it out.';
  }
  if (/^https?:/i.test(base)) {
    const parsed = parseHttpUrl(base, 'The base');
    return parsed.ok ? null : parsed.message;
  }
  if (isAbsolutePath(base)) return null;
  return `The base ${quote(base)} is neither an http or https address nor the full path of a folder; write one of them.`;
}

/** Whether a text is, by its look, HTML: it holds a tag, a comment or a doctype. */
export function looksLikeHtml(text: string): boolean {
  return /<(!doctype\s+html|!--|\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>)/i.test(text);
}

function sourceFromAddress(text: string, scheme: string): Parsed<UrlSource> {
  if (scheme === 'http' || scheme === 'https') {
    const address = parseHttpUrl(text, 'The source');
    return address.ok ? valid({ kind: 'url', url: address.value }) : address;
  }
  return invalid(`The source ${quote(text.trim())} ${refusal(scheme)}`);
}

function refusal(scheme: string): string {
  switch (scheme) {
    case 'javascript':
      return 'is a script, not a document; write an http or https address.';
    case 'data':
      return 'is a data address; give the HTML that it holds as text.';
    case 'ftp':
      return 'is an ftp address, which cannot be opened; write an http or https address.';
    case 'file':
      return 'is the address of a file on this computer; give the file itself, by its path.';
    default:
      return `has the scheme ${quote(scheme)}, which cannot be opened; write an http or https address.`;
  }
}

function filePathIssue(path: string): string | null {
  if (path.trim() === '') return 'The source is a file without a path; name the file.';
  if (isAbsolutePath(path)) return null;
  return `The source ${quotePath(path)} is not the full path of a file; write it from the root on.`;
}

function isAbsolutePath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
