import { type DefaultTreeAdapterTypes as Tree, ErrorCodes, html as names, parse } from 'parse5';
import { elementsOf } from '../sources/html-nodes.js';
import { textPage } from '../sources/plain-text.js';
import { edited, essence } from './inlining.js';

/** How often a text is parsed again to find elements hidden behind a seemingly unclosed one. */
const readings = 100;

/**
 * Converts a document to HTML, the only type that services accept, with the same appearance as far
 * as possible.
 */
export function asHtml(text: string, type: string): string {
  switch (essence(type)) {
    case 'application/xhtml+xml':
      return fromXhtml(text);
    case 'image/svg+xml':
      return fromDrawing(text);
    case 'text/plain':
      return textPage(text);
    default:
      return text;
  }
}

/** In XML every element may be self-closing; in HTML it would stay open. */
function fromXhtml(text: string): string {
  let html = text;
  for (let reading = 0; reading < readings; reading += 1) {
    const closed = withEndTags(html);
    if (closed === html) break;
    html = closed;
  }
  return parse(html).mode === names.DOCUMENT_MODE.QUIRKS ? `<!DOCTYPE html>${html}` : html;
}

function withEndTags(html: string): string {
  const ends: number[] = [];
  parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, endOffset }) => {
      if (code === ErrorCodes.nonVoidHtmlElementStartTagWithTrailingSolidus) ends.push(endOffset);
    },
  });
  const edits = ends.flatMap((end) => {
    const start = html.lastIndexOf('<', end - 1);
    const tag = /^<([^\s/>]+)[\s\S]*?\/>$/.exec(html.slice(start, end));
    if (tag === null) return [];
    return [{ start: end - 2, end, text: `></${tag[1] ?? ''}>` }];
  });
  return edited(html, edits);
}

/** An SVG in an empty page, with the size that page-script.ts gives to a stand-alone one. */
function fromDrawing(text: string): string {
  const drawing = text.replace(/^[\s\S]*?(?=<svg[\s>])/, '');
  const root = firstDrawing(parse(drawing, { sourceCodeLocationInfo: true }));
  const valueOf = (wanted: string) => root?.attrs.find(({ name }) => name === wanted)?.value;
  const [width, height] = [lengthOf(valueOf('width')), lengthOf(valueOf('height'))];
  const needsBox = valueOf('viewBox') === undefined && width !== null && height !== null;
  const box = needsBox ? ` viewBox="0 0 ${width} ${height}"` : '';
  const start = '<svg'.length;
  const size =
    needsBox || valueOf('viewBox') !== undefined
      ? `body > svg { ${width === null ? 'width: 100%; ' : ''}height: auto; max-width: 100%; max-height: 100vh }`
      : '';
  return [
    '<!DOCTYPE html>',
    `<style>html, body { margin: 0 } body > svg { display: block } ${size}</style>`,
    edited(drawing, [{ start, end: start, text: box }]),
  ].join('');
}

/** In CSS pixels; null for a percentage and for none. */
function lengthOf(text: string | undefined): number | null {
  const [, number, unit = ''] = /^([\d.]+)\s*(px|pt|pc|mm|cm|in)?$/.exec(text?.trim() ?? '') ?? [];
  return number === undefined ? null : Number(number) * (pixels[unit] ?? 1);
}

/** CSS Values, 6.2. */
const pixels: Readonly<Record<string, number>> = {
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function firstDrawing(document: Tree.Document): Tree.Element | undefined {
  for (const element of elementsOf(document)) {
    if (element.tagName === 'svg' && element.namespaceURI === names.NS.SVG) return element;
  }
  return undefined;
}
