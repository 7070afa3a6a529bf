export interface PageHeading {
  /** From 1. */
  readonly level: number;
  readonly text: string;
}

/**
 * Collects the visible headings of a page, of its shadow trees and frames, and puts a link of a
 * pixel into each, so that the PDF shows where it is. The links are in closed shadow trees, so that
 * they change neither the layout nor what the page's style sheets select. Runs inside the page, as
 * it is printed.
 * @param maxLevel from 1 to 6
 * @param url of the links; the index of the heading is appended
 */
export function collectHeadings(maxLevel: number, url: string): readonly PageHeading[] {
  const html = 'http://www.w3.org/1999/xhtml';
  const create = (name: string, { ownerDocument }: Element): HTMLElement =>
    // The cast is safe: elements of HTML have these classes, in a frame those of its window.
    Document.prototype.createElementNS.call(ownerDocument, html, name) as HTMLElement;
  const selector = 'h1, h2, h3, h4, h5, h6, [role~="heading" i]:not(form)';
  const found: (PageHeading & { readonly element: Element; readonly hasItems: boolean })[] = [];

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
    // Text for screen readers alone is a pixel large, or beyond the edge where the page begins.
    if (box.width <= 1 || box.height <= 1 || box.bottom + scrollY <= 0) return false;
    return box.right > 0 || goesLeft(element.ownerDocument);
  };

  /** Whether lines are vertical and follow each other to the left, so that pages do too. */
  const goesLeft = (inner: Document): boolean => {
    const own = (name: 'body' | 'documentElement'): HTMLElement | null =>
      Reflect.get(Document.prototype, name, inner);
    const element = own('body') ?? own('documentElement');
    return element !== null && getComputedStyle(element).writingMode.endsWith('-rl');
  };

  const isPermalink = (element: Element): boolean =>
    element.localName === 'a' &&
    (element.getAttribute('aria-hidden') === 'true' ||
      /^\s*[¶#§🔗⚓∞]?\ufe0f?\s*$/u.test(element.textContent));

  // Nodes of frames are not instances of this window's classes.
  const childrenText = (node: Node, isVisible: boolean, hasButtons: boolean): string =>
    Array.from(node.childNodes, (child) => textOf(child, isVisible, hasButtons)).join('');
  const textOf = (node: Node, isVisible: boolean, hasButtons: boolean): string => {
    if (node.nodeType === Node.TEXT_NODE) return isVisible ? (node.nodeValue ?? '') : '';
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    // The cast is safe: its type says that it is an element.
    const element = node as Element;
    if (element.localName === 'button' && !hasButtons) return '';
    if (['rt', 'rp', 'br'].includes(element.localName)) return ' ';
    if (element.localName === 'img') return element.getAttribute('alt') ?? '';
    const { display, visibility } = getComputedStyle(element);
    if (display === 'none' || isPermalink(element)) return '';
    const text = childrenText(element, visibility === 'visible', hasButtons);
    return display.startsWith('inline') ? text : ` ${text} `;
  };

  const collect = (element: Element): void => {
    const level = levelOf(element);
    if (level === null || level > maxLevel || !isShown(element)) return;
    // The heading of a section that folds may be a button as a whole.
    const text = [false, true]
      .map((hasButtons) => childrenText(element, true, hasButtons).replace(/\s+/g, ' ').trim())
      .find((each) => each !== '');
    if (text === undefined) return;
    found.push({
      element,
      level,
      text,
      hasItems: /flex|grid/.test(getComputedStyle(element).display),
    });
  };
  const walk = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      if (Element.prototype.matches.call(element, selector)) collect(element);
      // A page may give a form the name of any member of an element.
      const shadow = Reflect.get(Element.prototype, 'shadowRoot', element);
      if (shadow !== null) walk(shadow);
      if (element.localName !== 'iframe') continue;
      const inner: unknown = Reflect.get(element, 'contentDocument');
      // The cast is safe: only a document of the same origin is not null.
      if (inner) walkDocument(inner as Document);
    }
  };
  const walkDocument = (inner: Document): void => {
    const root: unknown = Reflect.get(Document.prototype, 'documentElement', inner);
    // The cast is safe: it is an element, or there is none.
    if (root && (root as Element).namespaceURI === html) walk(root as Element);
  };
  walkDocument(document);

  const shadowOf = (element: Element): Element | ShadowRoot => {
    try {
      const shadow = element.attachShadow({ mode: 'closed' });
      shadow.append(create('slot', element));
      return shadow;
    } catch {
      // It has one, or is an element that cannot.
      return Reflect.get(Element.prototype, 'shadowRoot', element) ?? element;
    }
  };
  // Changes follow, as each would compute the styles of the page again before the next heading.
  for (const [index, { element, hasItems }] of found.entries()) {
    const link = create('a', element);
    link.setAttribute('href', `${url}${index}`);
    link.ariaHidden = 'true';
    // Printing takes much longer with absolute positions, but a float would become an item.
    const values = {
      all: 'initial',
      display: 'block',
      width: '1px',
      height: '1px',
      margin: '0 -1px -1px 0',
      [hasItems ? 'position' : 'float']: hasItems ? 'absolute' : 'left',
    };
    for (const [name, value] of Object.entries(values)) {
      link.style.setProperty(name, value, 'important');
    }
    shadowOf(element).prepend(link);
  }
  return found.map(({ level, text }) => ({ level, text }));
}

/**
 * Adds a link to each place of a page that has a name: Chromium writes only those destinations into
 * a PDF that the page links to. They are in its head, which is not shown. Runs inside the page, as
 * it is printed.
 */
export function linkAnchors(): void {
  const own = (name: 'head' | 'documentElement'): HTMLElement | null =>
    Reflect.get(Document.prototype, name, document);
  const names = new Set<string>();
  // The parts of drawings have many names, which only the drawing uses.
  const named = '[id]:not(svg *), a[name]';
  for (const element of own('documentElement')?.querySelectorAll(named) ?? []) {
    for (const attribute of ['id', 'name']) {
      const name = Element.prototype.getAttribute.call(element, attribute);
      if (name) names.add(name);
    }
  }
  const links = document.createDocumentFragment();
  for (const name of names) {
    const html = 'http://www.w3.org/1999/xhtml';
    // The cast is safe: elements of HTML have this class.
    const link = Document.prototype.createElementNS.call(document, html, 'a') as HTMLElement;
    link.setAttribute('href', `#${name}`);
    link.style.setProperty('display', 'none', 'important');
    links.append(link);
  }
  (own('head') ?? own('documentElement'))?.append(links);
}

/** How the text of a page looks, in CSS. */
export interface PageFont {
  readonly fontFamily: string;
  readonly fontSize: string;
  readonly direction: string;
}

/** Runs inside the page. */
export function fontOfPage(): PageFont {
  const own = (name: 'body' | 'documentElement'): HTMLElement | null =>
    Reflect.get(Document.prototype, name, document);
  const element = own('body') ?? own('documentElement');
  if (element === null) return { fontFamily: 'serif', fontSize: '16px', direction: 'ltr' };
  const { fontFamily, fontSize, direction } = getComputedStyle(element);
  return { fontFamily, fontSize, direction };
}

export interface ContentsEntry {
  readonly level: number;
  readonly text: string;
  readonly url: string;
}

export interface ContentsText {
  /** May be empty. */
  readonly title: string;
  readonly entries: readonly ContentsEntry[];
  /** The style sheets, the user's last. */
  readonly styles: readonly string[];
  /** How many empty pages are before it, which are not to be printed. */
  readonly emptyPages: number;
}

/** The room for content on a page, in CSS pixels. */
export interface PageRoom {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Replaces the content of a page that was printed by a table of contents, in a shadow tree: the
 * page's fonts and paper apply to it, but none of its other styles. Runs inside the page.
 * @returns an estimate of its number of pages
 */
export function showContents(
  { title, entries, styles, emptyPages }: ContentsText,
  room: PageRoom,
): number {
  const own = <K extends keyof Document>(name: K): Document[K] | null =>
    Reflect.get(Document.prototype, name, document);
  const html = 'http://www.w3.org/1999/xhtml';
  const create = (name: string, className = ''): HTMLElement => {
    // The cast is safe: elements of HTML have this class.
    const element = Document.prototype.createElementNS.call(document, html, name) as HTMLElement;
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
    // Merged documents may be written in both directions.
    label.setAttribute('dir', 'auto');
    line.append(label, leader);
    link.append(line, ' ', number);
    entry.append(link);
    list.append(entry);
  }
  const heading = create('h1', 'contents-title');
  heading.textContent = title;
  const contents = create('nav', 'contents');
  contents.append(...(title === '' ? [] : [heading]), list);

  const host = create('div');
  const body = create('body');
  for (let page = 0; page < emptyPages; page += 1) {
    const empty = create('div');
    Object.assign(empty.style, { height: '1px', breakBefore: 'page', breakAfter: 'page' });
    body.append(empty);
  }
  body.append(host);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = styles.map(sheetOf);
  shadow.append(contents);
  for (const child of Array.from(root.children)) if (child !== own('head')) child.remove();
  root.append(body);
  const reset = 'html, body { all: unset !important; display: block !important }';
  const pseudo = 'html, body { &::before, &::after { content: none !important } }';
  // The page's own margin boxes would number the contents by themselves.
  const boxes = ['top', 'bottom', 'left', 'right'].flatMap((edge) =>
    (/top|bottom/.test(edge) ? ['left', 'center', 'right'] : ['top', 'middle', 'bottom']).map(
      (place) => `@${edge}-${place} { content: none !important }`,
    ),
  );
  // Rules for pages have no effect in a shadow tree.
  own('adoptedStyleSheets')?.push(
    sheetOf(reset),
    sheetOf(pseudo),
    sheetOf(`@page { ${boxes.join(' ')} }`),
    ...styles.slice(-1).map(sheetOf),
  );
  Object.assign(host.style, { fontFamily, fontSize, direction });
  body.style.setProperty('width', `${room.widthPx}px`, 'important');
  let [pages, end] = [1, room.heightPx];
  for (const entry of list.children) {
    const { top, bottom } = entry.getBoundingClientRect();
    if (bottom <= end) continue;
    pages += 1;
    end = top + room.heightPx;
  }
  body.style.removeProperty('width');
  return pages;
}

/** Adds an empty page after the table of contents. Runs inside the page. */
export function appendEmptyPage(): void {
  const body = Reflect.get(Document.prototype, 'body', document) as HTMLElement | null;
  const empty = body?.firstElementChild?.cloneNode();
  if (empty) body?.append(empty);
}

/** Writes the page numbers into the table of contents. Runs inside the page. */
export function numberContents(numbers: readonly string[]): void {
  const body = Reflect.get(Document.prototype, 'body', document) as HTMLElement | null;
  const host = Array.from(body?.children ?? []).find(({ shadowRoot }) => shadowRoot !== null);
  const shadow = host?.shadowRoot;
  const cells = shadow?.querySelectorAll('.contents-page') ?? [];
  for (const [index, cell] of cells.entries()) cell.textContent = numbers[index] ?? '';
}
