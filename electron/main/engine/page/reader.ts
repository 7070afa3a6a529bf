import readability from '@mozilla/readability/Readability.js?raw';

/** How the article looks: set for reading on paper, with as few rules as possible. */
const articleStyles = `
  @page { margin: 20mm 22mm }
  :root { color-scheme: only light; font: 11pt/1.5 Georgia, "Times New Roman", serif; color: #1a1a1a; background: #fff }
  body { margin: 0 auto; max-width: 42em; overflow-wrap: break-word; hyphens: auto }
  header { margin-bottom: 1.5em; padding-bottom: 0.8em; border-bottom: 0.5pt solid #999 }
  header div { margin: 0.3em 0 0; color: #555; font-size: 0.9em; hyphens: none }
  h1, h2, h3, h4, h5, h6 { margin: 1.4em 0 0.4em; line-height: 1.2; break-after: avoid; hyphens: manual; text-wrap: balance }
  header h1 { margin: 0; font-size: 1.9em }
  h1 { font-size: 1.6em } h2 { font-size: 1.35em } h3 { font-size: 1.15em } h4, h5, h6 { font-size: 1em }
  p, ul, ol, dl, pre, table, blockquote, figure { margin: 0 0 0.8em; orphans: 3; widows: 3 }
  li > p { margin-bottom: 0.2em }
  dd { margin-left: 1.5em }
  a { color: #174a7c; text-decoration-thickness: 0.5pt; text-underline-offset: 0.15em }
  img, svg, video, canvas { max-width: 100%; height: auto; break-inside: avoid }
  figure { break-inside: avoid; text-align: center }
  figcaption { margin-top: 0.4em; color: #555; font-size: 0.85em; line-height: 1.35 }
  blockquote { margin-left: 0; padding-left: 1em; border-left: 2pt solid #ccc; color: #444 }
  pre, code, kbd, samp { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.85em; hyphens: none }
  pre { font-size: 0.75em; padding: 0.7em 0.9em; background: #f5f5f3; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.4 }
  pre code, pre kbd, pre samp { font-size: 1em }
  table { border-collapse: collapse; max-width: 100%; font-size: 0.9em; line-height: 1.35; hyphens: manual }
  th, td { padding: 0.3em 0.6em; border: 0.5pt solid #bbb; text-align: start; vertical-align: top }
  thead { display: table-header-group } tr { break-inside: avoid }
  hr { border: 0; border-top: 0.5pt solid #999; margin: 1.5em 0 }
  iframe, object, embed { display: none }`;

/**
 * Replaces `innerHTML` in Platen's world alone, as pages may forbid it (trusted types). Readability
 * restores the markup of an element that it has read, and reads that of `<noscript>`.
 */
const copiesMarkup = `
  const markup = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const contents = new Map();
  Object.defineProperty(Element.prototype, 'innerHTML', {
    configurable: true,
    get() {
      const text = markup.get.call(this);
      if (!contents.has(text)) contents.set(text, this.cloneNode(true));
      return text;
    },
    set(text) {
      const known = contents.get(text);
      if (known !== undefined) return void this.replaceChildren(...known.cloneNode(true).childNodes);
      try {
        markup.set.call(this, text);
      } catch (error) {
        // Only the fallback of a lazy image is lost.
        if (!(error instanceof TypeError)) throw error;
      }
    },
  });`;

/**
 * Inline elements that Readability does not know: it would break paragraphs at them. The obsolete
 * ones are common in generated manuals.
 */
const moreInline = ['ACRONYM', 'BDI', 'BIG', 'NOBR', 'S', 'STRIKE', 'TT', 'U'];

/**
 * Removes anchors without text, as Readability does, but not the places that links lead to: the
 * element after them, or around them, gets their name. Runs inside the page, in a copy of it.
 */
function moveAnchors(anchors: readonly HTMLElement[]): void {
  const isBlank = (node: Node | null) =>
    node?.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '';
  const beside = (node: Node, side: 'nextSibling' | 'previousSibling') => {
    let found = node[side];
    while (isBlank(found)) found = found?.[side] ?? null;
    return found;
  };
  const targetOf = (anchor: HTMLElement): Element | null => {
    const heading = anchor.closest('h1, h2, h3, h4, h5, h6');
    if (heading !== null) return heading;
    const next = beside(anchor, 'nextSibling');
    // The cast is safe: its type says that it is an element.
    if (next?.nodeType === Node.ELEMENT_NODE) return next as Element;
    return beside(anchor, 'previousSibling') === null ? anchor.parentElement : null;
  };
  const moved = new Map<string, string>();
  // From the last to the first, so that of several in a row each finds what follows all.
  for (const anchor of [...anchors].reverse()) {
    const name = anchor.getAttribute('id') ?? anchor.getAttribute('name') ?? '';
    if (name === '' || anchor.hasAttribute('href')) continue;
    if (anchor.childElementCount > 0 || anchor.textContent.trim() !== '') continue;
    const target = targetOf(anchor);
    if (target === null) continue;
    if (!target.hasAttribute('id')) target.setAttribute('id', name);
    moved.set(`#${name}`, `#${target.getAttribute('id') ?? ''}`);
    anchor.remove();
  }
  for (const link of anchors) {
    const place = moved.get(link.getAttribute('href') ?? '');
    if (place !== undefined) link.setAttribute('href', place);
  }
}

/**
 * Elements that no reader reads: the buttons ">>>" in examples of Python's documentation, and text
 * for screen readers alone, which would be shown without the styles of the page.
 */
const notRead = '.copybutton, .visually-hidden, .sr-only, .screen-reader-text';

/** The minimum length of an article in characters, as in Firefox. */
const minArticleLength = 140;

/**
 * Returns a script for an isolated world of the settled page. It replaces the document's content by
 * its article, as Firefox's reader view does, and returns false if there is none. Style sheets that
 * Platen has added stay in force, after the article's own.
 *
 * A page may give a form the name of any member of `document`, so the prototypes are used.
 * @param without selectors of elements that are not part of the article; may be empty
 */
export function readArticle(without: string): string {
  return `(() => {
  ${readability}
  const own = (name) => Reflect.get(Document.prototype, name, document);
  const find = (root, selector) => {
    const prototype = root instanceof Document ? Document.prototype : Element.prototype;
    return Array.from(prototype.querySelectorAll.call(root, selector));
  };
  ${copiesMarkup}
  Readability.prototype.PHRASING_ELEMS.push(...${JSON.stringify(moreInline)});
  const copy = Node.prototype.cloneNode.call(document, true);
  const pictures = find(document, 'canvas').map((canvas) => {
    try {
      return canvas.toDataURL();
    } catch {
      // It shows an image of another origin, whose pixels no script may read.
      return null;
    }
  });
  find(copy, 'canvas').forEach((canvas, index) => {
    if (pictures[index]) canvas.replaceWith(Object.assign(copy.createElement('img'), { src: pictures[index] }));
  });
  for (const element of find(copy, ${JSON.stringify(notRead)})) element.remove();
  const without = ${JSON.stringify(without)};
  if (without !== '') for (const element of find(copy, without)) element.remove();
  (${String(moveAnchors)})(find(copy, 'a'));
  const language = own('documentElement').lang;
  const plain = (text) => (text ?? '').replaceAll(/[¶#§]$|\\s+/g, ' ').trim();
  const headings = find(copy, 'h1').map(({ textContent }) => plain(textContent));
  const ownTitle = plain(own('title'));
  const article = new Readability(copy, { serializer: (node) => node }).parse();
  if (!article?.content || plain(article.textContent).length < ${minArticleLength}) return false;
  const element = (name, text, attributes = {}) => {
    const created = Document.prototype.createElement.call(document, name);
    created.textContent = text;
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    return created;
  };
  const published = new Date(article.publishedTime ?? NaN);
  const lang = article.lang || language;
  const date = Number.isNaN(published.getTime())
    ? ''
    : published.toLocaleDateString(lang || undefined, { dateStyle: 'long' });
  const line = [article.byline, article.siteName, date].map((part) => part?.trim() ?? '').filter(Boolean);
  // Sites add their name to the title; the heading has none.
  const heading = headings.find((text) => text.length > 2 && ownTitle.includes(text));
  const title = heading ?? plain(article.title);
  const head = element('head', '');
  head.append(element('title', title));
  if (article.byline) head.append(element('meta', '', { name: 'author', content: article.byline.trim() }));
  if (article.excerpt) head.append(element('meta', '', { name: 'description', content: article.excerpt.trim() }));
  const body = element('body', '');
  const header = element('header', '');
  if (title !== '') header.append(element('h1', title));
  if (line.length > 0) header.append(element('div', line.join(' · ')));
  if (header.children.length > 0) body.append(header);
  const content = element('article', '');
  content.append(...article.content.childNodes);
  const inHeadings = new Set(find(content, 'h1 a, h2 a, h3 a, h4 a, h5 a, h6 a'));
  for (const link of find(content, 'a[href]')) {
    const isSign = (inHeadings.has(link) ? /^[¶#§]?$/ : /^¶$/).test(link.textContent.trim());
    if (isSign && link.children.length === 0) link.remove();
  }
  const ids = new Set(find(content, '[id]').map(({ id }) => '#' + id));
  for (const icon of find(content, 'svg:has(use)')) {
    // Without the symbol that it shows, an icon is an empty box.
    const symbol = find(icon, 'use')[0].getAttribute('href') ?? '';
    if (symbol.startsWith('#') && !ids.has(symbol)) icon.remove();
  }
  const [repeated] = find(content, 'h1, h2');
  if (plain(repeated?.textContent) === title) repeated?.remove();
  body.append(content);
  const root = element('html', '', lang ? { lang } : {});
  if (article.dir) root.dir = article.dir;
  root.append(head, body);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(articleStyles)});
  const sheets = own('adoptedStyleSheets');
  const added = Array.from(sheets).filter((each) => each === globalThis.platenSheet);
  Reflect.set(Document.prototype, 'adoptedStyleSheets', [sheet, ...added], document);
  own('documentElement').replaceWith(root);
  return true;
})()`;
}
