import { alert } from '@mdit/plugin-alert';
import { footnote } from '@mdit/plugin-footnote';
import { tasklist } from '@mdit/plugin-tasklist';
import { tex } from '@mdit/plugin-tex';
import hljs from 'highlight.js/lib/common';
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import type StateCore from 'markdown-it/lib/rules_core/state_core.mjs';
import { decodeReferences, escapeHtml } from '../../util/character-references.js';
import { breakableParts, printStyle } from './print-style.js';

/** Lines of YAML at the start, as site generators and note programs write them. */
const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * CommonMark with tables, strikethrough, task lists, alerts, footnotes and math, as on GitHub. Tags
 * in the text stay: the page has no more rights than an HTML file in its place.
 */
const markdown = new MarkdownIt({
  html: true,
  linkify: true,
  highlight: (code, language) => {
    if (!hljs.getLanguage(language)) return '';
    return hljs.highlight(code, { language, ignoreIllegals: true }).value;
  },
});
markdown.use(alert);
markdown.use(footnote);
markdown.use(tasklist, { disabled: true });
markdown.use(anchor, { slugify: githubSlug });
markdown.use(tex, {
  delimiters: 'all',
  mathFence: true,
  // Chromium prints MathML itself, so that no fonts are needed.
  render: (formula: string, displayMode: boolean) =>
    katex.renderToString(formula, { displayMode, output: 'mathml', throwOnError: false }),
});

markdown.core.ruler.push('long-words', breakLongWords);

/**
 * The page has a style for print.
 * @param name the title of a text without one
 */
export function markdownPage(text: string, name: string): string {
  const source = text.replace(/^\ufeff/, '');
  const yaml = frontMatter.exec(source);
  const body = markdown.render(yaml === null ? source : source.slice(yaml[0].length));
  const field = (key: string) => fieldIn(yaml?.[1] ?? '', key);
  const title = field('title') ?? headingIn(body) ?? name;
  const meta = ['author', 'description', 'keywords'].map(
    (key) => `<meta name="${key}" content="${escapeHtml(field(key) ?? '')}">`,
  );
  return [
    `<!doctype html><html lang="${escapeHtml(field('lang') ?? '')}"><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title>`,
    ...meta,
    `<style>${style}</style>`,
    `<article>${body}</article>`,
  ].join('\n');
}

/** Lets long words in tables break. */
function breakLongWords({ tokens, Token }: StateCore): void {
  const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
  const text = (content: string) => Object.assign(new Token('text', '', 0), { content });
  const broken = (content: string) =>
    breakableParts(content).flatMap((part, at) => [...(at > 0 ? [html('<wbr>')] : []), text(part)]);
  for (const [index, cell] of tokens.entries()) {
    if (!/^t[dh]_open$/.test(tokens[index - 1]?.type ?? '')) continue;
    cell.children = (cell.children ?? []).flatMap((child) => {
      if (child.type === 'text') return broken(child.content);
      if (child.type !== 'code_inline') return [child];
      return [html('<code>'), ...broken(child.content), html('</code>')];
    });
  }
}

/** Returns a text of the front matter; a list of texts with commas between them. */
function fieldIn(yaml: string, key: string): string | null {
  const [, value = ''] = new RegExp(`^${key}:[ \\t]*(.+)$`, 'm').exec(yaml) ?? [];
  const list = /^\[(.*)\]$/.exec(value.trim())?.[1]?.split(',') ?? [value];
  const texts = list.map((text) => text.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return texts.join(', ') || null;
}

/** Returns the text of the first heading of the highest level. */
function headingIn(html: string): string | null {
  const heading = html.slice(html.search(/<h1\b|$/));
  const start = heading.indexOf('>') + 1;
  const end = heading.indexOf('</h1>', start);
  if (end === -1) return null;
  const text = withoutTags(heading.slice(start, end)).trim();
  return text === '' ? null : decodeReferences(text);
}

/** Each `<` is searched for its `>` only where one follows. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replace(/<[^>]*>/g, '') + html.slice(end);
}

/** As GitHub names headings, so that links within a text work. */
function githubSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

const style = `${printStyle}
.task-list-container { list-style: none; padding-left: .3em }
.task-list-item-checkbox { margin: 0 .5em 0 0 }
.footnotes { font-size: .9em; color: #57544d }
details::details-content { content-visibility: visible }
summary { list-style-type: disclosure-open; margin-bottom: .5em; break-after: avoid }
.markdown-alert { --tone: #0b57a4; border-left: 3px solid var(--tone); padding-left: 1em; margin-bottom: .9em }
.markdown-alert > :last-child { margin-bottom: 0 }
.markdown-alert-title { color: var(--tone); font-weight: 600; margin-bottom: .3em; break-after: avoid }
.markdown-alert-tip { --tone: #0f6e66 } .markdown-alert-important { --tone: #8a3ab9 }
.markdown-alert-warning { --tone: #9a5a00 } .markdown-alert-caution { --tone: #b3261e }
math[display="block"] { margin: .9em 0 }
.hljs-comment, .hljs-quote { color: #6b6860; font-style: italic }
.hljs-keyword, .hljs-selector-tag, .hljs-meta, .hljs-doctag { color: #8a3ab9 }
.hljs-string, .hljs-regexp, .hljs-addition { color: #0f6e66 }
.hljs-number, .hljs-literal, .hljs-symbol, .hljs-bullet { color: #9a5a00 }
.hljs-title, .hljs-section, .hljs-name, .hljs-selector-id { color: #0b57a4 }
.hljs-attr, .hljs-attribute, .hljs-variable, .hljs-type, .hljs-built_in { color: #a33a1f }
.hljs-deletion { color: #b3261e }
.hljs-strong { font-weight: bold } .hljs-emphasis { font-style: italic }
`;
