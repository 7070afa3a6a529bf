import { basename, extname, posix } from 'node:path';
import mammoth, {
  type ImageConverter,
  type PackedFiles,
  type WordElement,
  type WordImage,
} from 'mammoth';
import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';
import { AppError, thrownText } from '../../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../../shared/messages/message.js';
import { quotePath, withoutEnd } from '../../../../shared/request/text.js';
import { decodeReferences, escapeHtml } from '../../../util/character-references.js';
import { elementsOf } from '../html-nodes.js';
import { unicodeText } from '../text-encoding.js';
import { breakableParts, printStyle } from '../print-style.js';
import { contentTypeOf } from '../source-kinds.js';
import type { ZipArchive } from './zip-archive.js';

/** A Word document (ECMA-376) as a page. */
export interface WordPage {
  readonly html: string;
  /** What the document has and the page lacks. */
  readonly losses: readonly Message[];
  /** Empty texts for none. */
  readonly title: string;
  readonly author: string;
  readonly language: string;
}

/**
 * How much XML is read, in bytes: about 1,500 pages. It is held in memory as objects, which take
 * dozens of times as much.
 */
const maxXmlBytes = 16 * 1024 ** 2;

/** English Metric Units in a CSS pixel. */
const emuPerPixel = 9525;

/**
 * Converts a document to HTML, without its page layout. Images are URLs in the archive, relative to
 * the document's own. Nothing in the document becomes a script. It blocks its thread for seconds:
 * see {@link file://./word-thread.ts}.
 * @param path of the document, for errors and as its title if it has none
 * @throws AppError `source-unreadable` if it is damaged or too large
 */
export async function readWordDocument(archive: ZipArchive, path: string): Promise<WordPage> {
  const quoted = { path: quotePath(path) };
  const parts = new DocumentParts(archive, path);
  if (!parts.exists('[Content_Types].xml')) throw unreadable(message('sources.docxNone', quoted));
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { file: parts },
      {
        styleMap,
        // It would replace ours by that of whoever wrote the document.
        includeEmbeddedStyleMap: false,
        transformDocument: withAlignment,
        convertImage: imageConverter(parts),
      },
    );
    const body = breakLongWords(withoutPageNumbers(value));
    const { title, author } = await parts.properties();
    const language = parts.language();
    const shownTitle = title || titleIn(body) || basename(path, extname(path));
    return {
      html: pageOf(body, shownTitle, language),
      losses: [...parts.losses(), ...lossesOf(messages)],
      title,
      author,
      language,
    };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const reason = literal(thrownText(thrown));
    throw unreadable(message('sources.docxBroken', { ...quoted, reason }), thrown);
  }
}

/** The parts of a document in its archive, as mammoth reads them. */
class DocumentParts implements PackedFiles {
  readonly #archive: ZipArchive;
  readonly #path: string;
  readonly #names: ReadonlySet<string>;
  readonly #texts = new Map<string, string>();
  /** Messages about images that are not shown, by their types. */
  readonly #lostImages = new Map<string, Message>();
  #bytes = 0;
  /** The widths of the images by their names, in the order in which they are shown. */
  #widths: Map<string, number[]> | null = null;

  constructor(archive: ZipArchive, path: string) {
    this.#archive = archive;
    this.#path = path;
    this.#names = new Set(archive.names);
  }

  readonly exists = (name: string): boolean => this.#names.has(name);

  readonly read = async (name: string, encoding?: string): Promise<string | Uint8Array> => {
    // Images are not needed: the page loads them from the archive, by this name.
    if (encoding === undefined) return Buffer.from(name);
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const bytes = (await this.#archive.read(name)) ?? Buffer.alloc(0);
    this.#bytes += bytes.length;
    if (this.#bytes > maxXmlBytes) {
      const params = { path: quotePath(this.#path), megabytes: maxXmlBytes / 1024 ** 2 };
      throw unreadable(message('sources.docxTooLarge', params));
    }
    const text = asWordShowsIt(unicodeText(bytes));
    this.#texts.set(name, text);
    return text;
  };

  /** Returns true for an image that the page can show; others are losses. */
  isShown(name: string, type: string): boolean {
    if (!this.exists(name)) {
      this.#lostImages.set('', message('sources.docxImageMissing'));
      return false;
    }
    if (printableTypes.has(type)) return true;
    this.#lostImages.set(type, message('sources.docxImageType', { type }));
    return false;
  }

  /** Returns the URL of an image, and its width on the page. */
  imageAttributes(name: string): Readonly<Record<string, string>> {
    this.#widths ??= imageWidths(this.#texts);
    const width = this.#widths.get(name)?.shift();
    const folder = encodeURIComponent(basename(this.#path));
    const src = [folder, ...name.split('/').map(encodeURIComponent)].join('/');
    return width === undefined ? { src } : { src, width: String(width) };
  }

  async properties(): Promise<Pick<WordPage, 'title' | 'author'>> {
    const name = 'docProps/core.xml';
    const xml = this.exists(name) ? String(await this.read(name, 'utf-8')) : '';
    const fields = [...elementsOf(parseFragment(xml))];
    const textOf = (tag: string) => {
      const [text] = fields.find(({ tagName }) => tagName === tag)?.childNodes ?? [];
      return text !== undefined && 'value' in text ? text.value.trim() : '';
    };
    return { title: textOf('dc:title'), author: textOf('dc:creator') };
  }

  /** The language of the text; empty for none. */
  language(): string {
    const styles = this.#texts.get('word/styles.xml') ?? '';
    return /<w:lang\b[^>]*\bw:val="([a-z]{2,3}(?:-[\w-]+)?)"/i.exec(styles)?.[1] ?? '';
  }

  /** What mammoth leaves out without a message. */
  losses(): readonly Message[] {
    const all = [...this.#texts.values()].join('\n');
    const count = (tag: string) => all.split(tag).length - 1;
    const counted = [
      message('sources.docxFormulas', { count: count('</m:oMath>') }),
      message('sources.docxCharts', { count: count('<c:chart ') }),
      message('sources.docxDiagrams', { count: count('<dgm:relIds ') }),
    ].filter(({ params }) => params?.['count'] !== 0);
    return [...counted, ...this.#lostImages.values()];
  }
}

/** mammoth leaves out simple fields, such as the number of a caption, and shows hidden text. */
function asWordShowsIt(xml: string): string {
  return xml.replace(/<\/?w:fldSimple\b[^>]*>/g, '').replace(hiddenRun, '');
}

/** A run without others in it whose properties hide it (ISO/IEC 29500-1, 17.3.2.41). */
const hiddenRun =
  /<w:r(?:\s[^>]*)?><w:rPr>(?:(?!<\/w:rPr>)[^])*<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>(?:(?!<\/w:rPr>)[^])*<\/w:rPr>(?:(?!<\/?w:r[\s>])[^])*<\/w:r>/g;

function imageConverter(parts: DocumentParts): ImageConverter {
  const nameOf = async ({ readAsBuffer }: WordImage) => (await readAsBuffer()).toString('utf8');
  const shown = mammoth.images.imgElement(async (image) =>
    parts.imageAttributes(await nameOf(image)),
  );
  return async (image, messages) => {
    const isShown = parts.isShown(await nameOf(image), image.contentType);
    return isShown ? shown(image, messages) : [];
  };
}

/** Reads the sizes of images, which mammoth drops: `wp:extent` precedes `a:blip` in a drawing. */
function imageWidths(texts: ReadonlyMap<string, string>): Map<string, number[]> {
  const widths = new Map<string, number[]>();
  for (const [part, xml] of texts) {
    const folder = posix.dirname(part);
    const relations = texts.get(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)) ?? '';
    const targets = targetsOf(relations, folder);
    for (const drawing of xml.split('<wp:extent ').slice(1)) {
      const emu = Number(/\bcx="(\d+)"/.exec(drawing)?.[1]);
      const id = /<a:blip\b[^>]*\br:embed="([^"]+)"/.exec(drawing)?.[1];
      const name = targets.get(id ?? '');
      if (name === undefined || !(emu > 0)) continue;
      const known = widths.get(name) ?? [];
      widths.set(name, [...known, Math.round(emu / emuPerPixel)]);
    }
  }
  return widths;
}

/** The names of files, by the IDs of relationships. */
function targetsOf(relations: string, folder: string): ReadonlyMap<string, string> {
  const found = [...relations.matchAll(/<Relationship\b([^>]*)>/g)].flatMap(([, written = '']) => {
    const id = /\bId="([^"]*)"/.exec(written)?.[1];
    const target = /\bTarget="([^"]*)"/.exec(written)?.[1];
    if (id === undefined || target === undefined) return [];
    const isFull = target.startsWith('/');
    return [[id, isFull ? target.slice(1) : posix.join(folder, target)] as const];
  });
  return new Map(found);
}

/** The names that alignments get, as mammoth maps only styles. */
const alignments: Readonly<Record<string, string>> = {
  center: 'platen-center',
  right: 'platen-right',
  end: 'platen-right',
  both: 'platen-justify',
};

/** Paragraphs of these styles have no look of their own. */
const plainStyle = /^(?:normal|default|body text|text body|standard|table contents|no spacing)$/i;

function withAlignment(element: WordElement): WordElement {
  element.children?.forEach(withAlignment);
  const name = alignments[element.alignment ?? ''];
  const { styleName } = element;
  const isPlain = !styleName || plainStyle.test(styleName);
  if (element.type === 'paragraph' && name !== undefined && isPlain && !element.numbering) {
    element.styleId = null;
    element.styleName = name;
  }
  return element;
}

const numbered = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1));

/** How styles of Word and LibreOffice become HTML, besides mammoth's own headings and lists. */
const styleMap = [
  "p[style-name='Title'] => p.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  "p[style-name='platen-center'] => p.center:fresh",
  "p[style-name='platen-right'] => p.right:fresh",
  "p[style-name='platen-justify'] => p.justify:fresh",
  ...['Quote', 'Intense Quote', 'Quotations', 'Block Text'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  ...['HTML Preformatted', 'Preformatted Text', 'Plain Text', 'macro'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  ...['caption', 'Caption', 'Figure', 'Table', 'Illustration'].map(
    (name) => `p[style-name='${name}'] => p.caption:fresh`,
  ),
  "p[style-name='Table Heading'] => p > strong:fresh",
  ...['TOC Heading', 'Contents Heading', 'toc heading'].map(
    (name) => `p[style-name='${name}'] => p.toc-heading:fresh`,
  ),
  ...numbered(9, (level) => `p[style-name='toc ${level}'] => p.toc.toc-${level}:fresh`),
  ...numbered(9, (level) => `p[style-name='Contents ${level}'] => p.toc.toc-${level}:fresh`),
  ...['Emphasis', 'Subtle Emphasis', 'Intense Emphasis'].map(
    (name) => `r[style-name='${name}'] => em`,
  ),
  ...['HTML Code', 'Source Text', 'Verbatim Char', 'HTML Typewriter'].map(
    (name) => `r[style-name='${name}'] => code`,
  ),
  'u => u',
  'highlight => mark',
  "br[type='page'] => hr.page-break:fresh",
];

/** Its page numbers are those of Word's pages. */
function withoutPageNumbers(html: string): string {
  return html.replaceAll(/<p class="toc toc-\d">.*?<\/p>/g, withoutPageNumber);
}

function withoutPageNumber(line: string): string {
  const end = /(?:<\/\w+>)+$/.exec(line)?.index ?? line.length;
  const text = line.slice(0, end);
  const title = withoutEnd(text, /[\dIVXLCivxlc]/);
  const isNumbered = title !== text && /[\t ]$/.test(title);
  return isNumbered ? withoutEnd(title, /[\t ]/) + line.slice(end) : line;
}

/** Lets long words in tables break. */
function breakLongWords(html: string): string {
  let depth = 0;
  return html.replace(/<(\/?)(\w+)[^>]*>|[^<]+/g, (part, end: string, tag: string | undefined) => {
    if (tag === 'td' || tag === 'th') depth += end === '' ? 1 : -1;
    if (tag !== undefined || depth === 0) return part;
    const text = decodeReferences(part);
    return breakableParts(text).map(escapeHtml).join('<wbr>');
  });
}

function titleIn(html: string): string {
  const [, , content = ''] = /<(p class="title"|h1)>(.*?)<\/(?:p|h1)>/.exec(html) ?? [];
  return textIn(parseFragment(content)).trim();
}

function textIn(node: Tree.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
}

function pageOf(body: string, title: string, language: string): string {
  return [
    `<!doctype html><html${language === '' ? '' : ` lang="${language}"`}><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title>`,
    `<style>${printStyle}${wordStyle}</style>`,
    `<article>${body}</article>`,
  ].join('\n');
}

const wordStyle = `
img { height: auto }
.title { font-size: 2.3em; line-height: 1.2; font-weight: bold; margin-bottom: .3em }
.subtitle { font-size: 1.3em; color: #57544d; margin-bottom: 1.2em }
.center { text-align: center } .right { text-align: right } .justify { text-align: justify }
.caption { font-size: .9em; color: #57544d; break-before: avoid }
.toc-heading { font-size: 1.5em; font-weight: bold }
.toc { margin-bottom: .2em }
${numbered(8, (level) => `.toc-${level + 1} { padding-left: ${level * 1.4}em }`).join('\n')}
li > p, td > p, th > p { margin-bottom: .4em }
li > p:last-child, td > p:last-child, th > p:last-child { margin-bottom: 0 }
.page-break { break-after: page; border: 0; margin: 0 }
article > .page-break:last-child, p:empty { display: none }
sup > a { text-decoration: none }
ol:has(> li[id^="footnote-"]), ol:has(> li[id^="endnote-"]) {
  border-top: 1px solid #d0cec8; margin-top: 2em; padding-top: .9em; font-size: .85em }
`;

/** Returns what mammoth could not convert, except styles that have no meaning in HTML. */
function lossesOf(messages: readonly { readonly message: string }[]): readonly Message[] {
  const matches = (pattern: RegExp) => [
    ...new Set(messages.flatMap(({ message: text }) => pattern.exec(text)?.[1] ?? [])),
  ];
  const names = matches(/^An unrecognised element was ignored: (?!.*oMath)(.*)/);
  const linked = matches(/^could not read external image '(.*)', external/);
  return [
    ...linked.map((image) => message('sources.docxLinkedImage', { image })),
    ...(names.length === 0 ? [] : [message('sources.docxElements', { names: names.slice(0, 5) })]),
  ];
}

/** The types of images that Chromium shows. */
const printableTypes: ReadonlySet<string> = new Set(
  ['.png', '.jpg', '.gif', '.svg', '.webp', '.bmp', '.avif'].flatMap(
    (ending) => contentTypeOf(ending) ?? [],
  ),
);

function unreadable(failure: Message, cause?: unknown): AppError {
  return new AppError('source-unreadable', failure, undefined, { cause });
}
