import { escapeHtml } from '../../util/character-references.js';

/** As Chromium shows it, with a new page after each form feed, as printers do. */
export function textPage(text: string): string {
  // A form feed at the end only ejects the last page.
  const end = text.indexOf('\f', text.trimEnd().length);
  const pages = (end === -1 ? text : text.slice(0, end)).split('\f');
  return [
    '<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<style>pre { overflow-wrap: break-word; white-space: pre-wrap }',
    'pre + pre { break-before: page }</style>',
    // HTML drops the first line break in `pre`.
    ...pages.map((page) => `<pre>\n${escapeHtml(page)}</pre>`),
  ].join('\n');
}
