/** A heading of a page. */
export interface PageHeading {
  /** From 1. */
  readonly level: number;
  readonly text: string;
  /** The fragment of the URL that leads to it. */
  readonly fragment: string;
}

/**
 * Collects the visible headings of a page and links to each from the head of the document, where
 * links are not displayed: Chromium then writes its place into the PDF. A heading without an id
 * gets one. Runs inside the page, as it is printed.
 *
 * A page may give a form the name of any member of `document`, so the prototypes are used.
 * @param maxLevel from 1 to 6
 */
export function collectHeadings(maxLevel: number): readonly PageHeading[] {
  const own = <K extends keyof Document>(name: K): Document[K] | null =>
    Reflect.get(Document.prototype, name, document);
  const root: unknown = own('documentElement');
  if (!(root instanceof HTMLElement)) return [];
  const html = 'http://www.w3.org/1999/xhtml';
  const create = (name: string): Element =>
    Document.prototype.createElementNS.call(document, html, name);
  const byId = (id: string) => Document.prototype.getElementById.call(document, id);

  const levelOf = (element: Element): number | null => {
    const roles = (element.getAttribute('role') ?? '').toLowerCase().split(/\s+/);
    const tag = /^h([1-6])$/.exec(element.localName)?.[1];
    if (roles.includes('presentation') || roles.includes('none')) return null;
    if (tag === undefined && !roles.includes('heading')) return null;
    const stated = Number(element.getAttribute('aria-level') ?? Number.NaN);
    if (Number.isInteger(stated) && stated > 0) return stated;
    return Number(tag ?? 2);
  };

  const isShown = (element: Element): boolean => {
    const options = { visibilityProperty: true, opacityProperty: true };
    if (!element.checkVisibility(options)) return false;
    const box = element.getBoundingClientRect();
    // Text for screen readers alone is a pixel large, or beyond the edge of the page.
    return box.width > 1 && box.height > 1 && box.right > 0 && box.bottom + scrollY > 0;
  };

  const isPermalink = (element: Element): boolean =>
    element.localName === 'a' && /^\s*[¶#§🔗⚓∞]?\ufe0f?\s*$/u.test(element.textContent);

  const childrenText = (node: Node, isVisible: boolean): string =>
    Array.from(node.childNodes, (child) => textOf(child, isVisible)).join('');
  const textOf = (node: Node, isVisible: boolean): string => {
    if (node instanceof Text) return isVisible ? node.data : '';
    if (!(node instanceof Element) || ['rt', 'rp', 'br'].includes(node.localName)) return ' ';
    if (node instanceof HTMLImageElement) return node.alt;
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || isPermalink(node)) return '';
    const text = childrenText(node, visibility === 'visible');
    return display.startsWith('inline') ? text : ` ${text} `;
  };

  const head = own('head') ?? root.insertBefore(create('head'), root.firstChild);
  let count = 0;
  const newId = (): string => {
    do count += 1;
    while (byId(`platen-${count}`) !== null);
    return `platen-${count}`;
  };
  /** Returns an id that leads to the element: its own, unless an earlier element has it too. */
  const idOf = (element: Element): string => {
    if (element.id === '') element.id = newId();
    if (byId(element.id) === element && !/\p{Surrogate}/u.test(element.id)) return element.id;
    const mark = create('a');
    mark.id = newId();
    if (mark instanceof HTMLElement) mark.style.setProperty('position', 'absolute', 'important');
    element.prepend(mark);
    return mark.id;
  };

  const headings: PageHeading[] = [];
  for (const element of root.querySelectorAll('h1, h2, h3, h4, h5, h6, [role~="heading" i]')) {
    const level = levelOf(element);
    if (level === null || level > maxLevel || !isShown(element)) continue;
    const text = childrenText(element, true).replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const link = create('a');
    if (!(link instanceof HTMLAnchorElement)) continue;
    link.href = `#${encodeURIComponent(idOf(element))}`;
    head.append(link);
    headings.push({ level, text, fragment: link.hash.slice(1) });
  }
  return headings;
}

/** An entry of the table of contents. */
export interface ContentsEntry {
  readonly level: number;
  readonly text: string;
  readonly url: string;
}

export interface ContentsText {
  /** Null: in the language of the page, by its code; English for others. */
  readonly title: string | null;
  readonly titles: Readonly<Record<string, string>>;
  readonly entries: readonly ContentsEntry[];
  /** The style sheets, the user's last. */
  readonly styles: readonly string[];
}

/** What is known once the table of contents is in the page. */
export interface ShownContents {
  readonly title: string;
  readonly heightPx: number;
}

/**
 * Replaces the content of a page that was printed by a table of contents, in a shadow tree: the
 * page's fonts and paper apply to it, but none of its other styles. Runs inside the page.
 */
export function showContents({ title, titles, entries, styles }: ContentsText): ShownContents {
  const own = <K extends keyof Document>(name: K): Document[K] | null =>
    Reflect.get(Document.prototype, name, document);
  const html = 'http://www.w3.org/1999/xhtml';
  const create = (name: string, className = ''): Element => {
    const element = Document.prototype.createElementNS.call(document, html, name);
    if (className !== '') element.setAttribute('class', className);
    return element;
  };
  const sheetOf = (text: string): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  };
  const root = own('documentElement') ?? create('html');
  const { fontFamily, fontSize, direction } = getComputedStyle(own('body') ?? root);
  const language = (root.getAttribute('lang') ?? '').toLowerCase();
  const shownTitle =
    title ?? titles[language] ?? titles[language.split('-')[0] ?? ''] ?? titles['en'] ?? '';

  const list = create('ol', 'contents-list');
  for (const { level, text, url } of entries) {
    const [entry, link, line] = [
      create('li', `contents-entry contents-level-${level}`),
      create('a', 'contents-link'),
      create('span', 'contents-line'),
    ];
    const [label, leader, number] = [
      create('span', 'contents-text'),
      create('span', 'contents-leader'),
      create('span', 'contents-page'),
    ];
    link.setAttribute('href', url);
    label.textContent = text;
    line.append(label, leader);
    link.append(line, ' ', number);
    entry.append(link);
    list.append(entry);
  }
  const heading = create('h1', 'contents-title');
  heading.textContent = shownTitle;
  const contents = create('nav', 'contents');
  contents.append(...(shownTitle === '' ? [] : [heading]), list);

  const host = create('div');
  const body = create('body');
  body.append(host);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = styles.map(sheetOf);
  shadow.append(contents);
  for (const child of Array.from(root.children)) if (child !== own('head')) child.remove();
  root.append(body);
  const reset = 'html, body { all: unset !important; display: block !important }';
  const pseudo = 'html, body { &::before, &::after { content: none !important } }';
  // Rules for pages have no effect in a shadow tree.
  own('adoptedStyleSheets')?.push(
    sheetOf(reset),
    sheetOf(pseudo),
    ...styles.slice(-1).map(sheetOf),
  );
  if (host instanceof HTMLElement) Object.assign(host.style, { fontFamily, fontSize, direction });
  return { title: shownTitle, heightPx: host.getBoundingClientRect().height };
}

/** Writes the page numbers into the table of contents. Runs inside the page. */
export function numberContents(numbers: readonly string[]): void {
  const body = Reflect.get(Document.prototype, 'body', document) as HTMLElement | null;
  const shadow = body?.firstElementChild?.shadowRoot;
  const cells = shadow?.querySelectorAll('.contents-page') ?? [];
  for (const [index, cell] of cells.entries()) cell.textContent = numbers[index] ?? '';
}
