import type { MissingFamily, missingFamilies } from './missing-fonts.js';

/**
 * An image that may be drawn too large for its pixels; examine-print.ts decides once the paper size
 * is known.
 */
export interface SeenImage {
  /** The file's name, or the alternative text. */
  readonly name: string;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** As drawn, in CSS pixels before the page is scaled to the paper. */
  readonly drawnWidthPx: number;
  readonly drawnHeightPx: number;
}

/** An image that is shown as a broken one. */
export interface BrokenImage {
  readonly url: string;
  readonly alt: string;
}

/** What the page shows in a frame, an `<object>` or an `<embed>`. */
export interface EmbeddedDocument {
  readonly url: string;
  /** Whether its name, its declared type or its URL itself says so. */
  readonly isPdf: boolean;
}

/** A part of the page that has to be scrolled to be seen completely. */
export interface SeenScroller {
  readonly name: string;
  /** Hidden length in CSS pixels; 0 in a direction that does not scroll. */
  readonly hiddenWidthPx: number;
  readonly hiddenHeightPx: number;
}

/** Observations of a page before it was printed, which the rest of this folder evaluates. */
export interface PageInspection {
  /** Layout width of the page, in CSS pixels. */
  readonly layoutWidthPx: number;
  /**
   * Whether it may show characters that some fonts lack ({@link mayShowRareText}), so that a search
   * is worthwhile.
   */
  readonly mayShowRareText: boolean;
  readonly images: readonly SeenImage[];
  /** Those that did not load, too. */
  readonly brokenImages: readonly BrokenImage[];
  /** Embedded documents that may be PDFs, which are never printed. */
  readonly embedded: readonly EmbeddedDocument[];
  readonly scrollers: readonly SeenScroller[];
  readonly families: readonly MissingFamily[];
  /** The place and the error at which Chromium stopped reading a page in XML; null for none. */
  readonly xmlError: string | null;
}

/**
 * Limits of the inspection: a page of 1,000 sheets takes some hundredths of a second, a larger one
 * no longer. The times are for hostile pages: a slow machine must find the same.
 */
export const inspectionLimits = {
  nodes: 20_000,
  milliseconds: 600,
  perKind: 50,
  decoding: 600,
} as const;

type InspectionLimits = typeof inspectionLimits;

/**
 * The functions that {@link inspectPage} needs, as arguments: the modules of this program don't
 * exist inside a page.
 */
export interface InspectionTools {
  readonly brokenImage: typeof brokenImage;
  readonly elementName: typeof elementName;
  readonly embeddedDocument: typeof embeddedDocument;
  readonly missingFamilies: typeof missingFamilies;
  readonly mayShowRareText: typeof mayShowRareText;
  readonly seenImage: typeof seenImage;
  readonly seenScroller: typeof seenScroller;
  readonly xmlError: typeof xmlError;
}

/** Walks over the page once, as far as the limits allow. Runs inside the page. */
export async function inspectPage(
  limits: InspectionLimits,
  tools: InspectionTools,
): Promise<PageInspection> {
  const deadline = performance.now() + limits.milliseconds;
  const images: SeenImage[] = [];
  const broken: Promise<BrokenImage | null>[] = [];
  const embedded: EmbeddedDocument[] = [];
  const scrollers: SeenScroller[] = [];
  const stacks = new Map<string, string>();
  const shadows: Node[] = [];
  let nodes = 0;

  const isShown = (element: Element) =>
    Element.prototype.checkVisibility.call(element, {
      visibilityProperty: true,
      opacityProperty: true,
    });
  /** A single family is more likely Chromium's default than requested by the page. */
  const isOfBrowser = (element: Element, family: string) =>
    /^("Times New Roman"|Times)$/.test(family) ||
    (/^[^,]*$/.test(family) &&
      Element.prototype.closest.call(element, 'button, input, select, textarea') !== null);

  const inspectElement = (element: Element, style: CSSStyleDeclaration) => {
    const shadow = Reflect.get(Element.prototype, 'shadowRoot', element);
    if (shadow !== null) shadows.push(shadow);
    if (element instanceof HTMLImageElement && images.length < limits.perKind) {
      const image = tools.seenImage(element, style, isShown);
      if (image !== null) images.push(image);
    }
    if (element instanceof HTMLImageElement && broken.length < limits.perKind) {
      const image = tools.brokenImage(element, isShown, limits.decoding);
      if (image !== null) broken.push(image);
    }
    if (embedded.length < limits.perKind) {
      const found = tools.embeddedDocument(element, isShown);
      if (found !== null) embedded.push(found);
    }
    if (scrollers.length < limits.perKind) {
      const scroller = tools.seenScroller(element, style, isShown, tools.elementName);
      if (scroller !== null) scrollers.push(scroller);
    }
  };

  const inspectText = (text: Text, parent: Element, style: CSSStyleDeclaration) => {
    const { fontFamily } = style;
    if (stacks.has(fontFamily) || !/\S/.test(text.data) || isOfBrowser(parent, fontFamily)) return;
    if (!isShown(parent)) return;
    const start = text.data.replace(/\s+/g, ' ').trim().slice(0, 30);
    stacks.set(fontFamily, start.replace(/[\ud800-\udbff]$/, ''));
  };

  const walk = (root: Node) => {
    const nodeTypes = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, root, nodeTypes);
    let styled: Element | null = null;
    let style: CSSStyleDeclaration | null = null;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes += 1;
      if (nodes > limits.nodes || (nodes % 256 === 0 && performance.now() > deadline)) return;
      const element = node instanceof Text ? node.parentElement : node;
      if (!(element instanceof Element)) continue;
      if (styled !== element || style === null) style = getComputedStyle(element);
      styled = element;
      if (node instanceof Text) inspectText(node, element, style);
      else inspectElement(element, style);
    }
  };

  walk(document);
  // Each may contain more of them, which the loop reaches.
  for (const shadow of shadows) walk(shadow);
  return {
    layoutWidthPx: window.innerWidth,
    mayShowRareText: shadows.length > 0 || tools.mayShowRareText(),
    images,
    brokenImages: (await Promise.all(broken)).filter((image) => image !== null),
    embedded,
    scrollers,
    families: tools.missingFamilies(stacks, limits.perKind),
    xmlError: tools.xmlError(),
  };
}

/** Reads the error that Chromium shows above the beginning of a page. Runs inside the page. */
export function xmlError(): string | null {
  const type: string = Reflect.get(Document.prototype, 'contentType', document);
  if (!type.endsWith('xml')) return null;
  // Only in HTML do the names of elements hide members of the document.
  const shown = document.querySelector('parsererror > div')?.textContent ?? '';
  const text = shown.replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.replace(/^error on /, '');
}

/** Describes an element for the user: `table.wide ("Quarter Revenue…")`. Runs inside the page. */
export function elementName(element: Element): string {
  // The fields of a form may have the name of any of its properties.
  const attribute = (name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const [className = ''] = attribute('class').trim().split(/\s+/);
  const id = attribute('id');
  const mark = id !== '' ? `#${id}` : className !== '' ? `.${className}` : '';
  const longest = 30;
  const text = (Reflect.get(Node.prototype, 'textContent', element) ?? '').slice(0, 500);
  const words = text.replace(/\s+/g, ' ').trim();
  const start = words.length <= longest ? words : `${words.slice(0, longest - 1).trim()}…`;
  const name = `${Reflect.get(Element.prototype, 'localName', element)}${mark}`;
  return start === '' ? name : `${name} ("${start}")`;
}

/**
 * Returns true if a page may show characters beyond Latin, which every font has (up to U+017F): in
 * its text, or in generated content, which may be escaped or come from another file. Runs inside
 * the page.
 */
export function mayShowRareText(): boolean {
  const textOf = (node: Node | null): string =>
    node === null ? '' : (Reflect.get(Node.prototype, 'textContent', node) ?? '');
  const own = <K extends keyof Document>(name: K) =>
    Reflect.get(Document.prototype, name, document) as Document[K];
  if (/[^\0-\u017f]/.test(textOf(own('documentElement')))) return true;
  return Array.from(own('styleSheets')).some(
    ({ ownerNode }) =>
      !(ownerNode instanceof HTMLStyleElement) || /\\|attr\(|@import/i.test(textOf(ownerNode)),
  );
}

/**
 * Examines one image. Returns null if it is drawn small enough for any zoom, hidden, or of unknown
 * resolution: SVG, URLs without a known extension, and `srcset`, whose natural size depends on the
 * screen. Runs inside the page.
 */
export function seenImage(
  image: HTMLImageElement,
  style: CSSStyleDeclaration,
  isShown: (element: Element) => boolean,
): SeenImage | null {
  if (image.srcset !== '' || image.parentElement?.localName === 'picture') return null;
  const { naturalWidth, naturalHeight, currentSrc } = image;
  const inline = /^data:image\/([a-z+-]*)/i.exec(currentSrc)?.[1];
  const path = inline === undefined && URL.canParse(currentSrc) ? new URL(currentSrc).pathname : '';
  const format = inline ?? /\.([a-z]+)$/i.exec(path)?.[1] ?? '';
  if (!/^(png|apng|jpe?g|jfif|gif|webp|avif|bmp|ico|x-icon)$/i.test(format)) return null;
  if (naturalWidth === 0 || naturalHeight === 0) return null;

  const box = image.getBoundingClientRect();
  const [across, down] = [box.width / naturalWidth, box.height / naturalHeight];
  // If only one direction is stretched, as in a line or a gradient, the finer one counts.
  const fitted = Math.min(across, down);
  const scales: Record<string, number> = {
    fill: fitted,
    contain: fitted,
    cover: Math.max(across, down),
    none: 1,
    'scale-down': Math.min(fitted, 1),
  };
  const scale = scales[style.objectFit] ?? 1;
  const harmlessScale = 0.6;
  if (scale < harmlessScale || box.right <= 0 || !isShown(image)) return null;
  return {
    name: inline === undefined ? (path.split('/').pop() ?? '') : image.alt,
    widthPixels: naturalWidth,
    heightPixels: naturalHeight,
    drawnWidthPx: naturalWidth * scale,
    drawnHeightPx: naturalHeight * scale,
  };
}

/**
 * Examines one image. Returns null if it has a size and so a picture, or is hidden. The promise
 * resolves to null if it can be decoded: some drawings have no size. Runs inside the page.
 * @param limitMs how long decoding may take
 */
export function brokenImage(
  image: HTMLImageElement,
  isShown: (element: Element) => boolean,
  limitMs: number,
): Promise<BrokenImage | null> | null {
  const { complete, naturalWidth, currentSrc: url, alt } = image;
  if (!complete || naturalWidth > 0 || url === '' || !isShown(image)) return null;
  // The page's policy may block an image in the HTML itself, but no bitmap of its bytes.
  const decodedBytes = async () => {
    const [, text] = /^data:[^,]*;base64,(.*)$/is.exec(url) ?? [];
    if (text === undefined) return Promise.reject(new Error('not in the HTML'));
    const bytes = atob(decodeURIComponent(text));
    return createImageBitmap(new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))]));
  };
  const decoding = HTMLImageElement.prototype.decode
    .call(image)
    .catch(decodedBytes)
    .then(
      () => null,
      () => ({ url, alt }),
    );
  const late = new Promise<null>((resolve) => setTimeout(resolve, limitMs, null));
  return Promise.race([decoding, late]);
}

/**
 * Examines one element. Returns null if it embeds nothing or shows its alternative content instead.
 * Runs inside the page.
 */
export function embeddedDocument(
  element: Element,
  isShown: (element: Element) => boolean,
): EmbeddedDocument | null {
  const isFrame = element instanceof HTMLIFrameElement;
  const isObject = element instanceof HTMLObjectElement;
  if (!isFrame && !isObject && !(element instanceof HTMLEmbedElement)) return null;
  const url = isObject ? element.data : element.src;
  const isNamed = URL.canParse(url) && /\.pdf$/i.test(new URL(url).pathname);
  const isDeclared = !isFrame && element.type === 'application/pdf';
  const alternative = new Range();
  alternative.selectNodeContents(element);
  const isReplaced = isObject && alternative.getClientRects().length > 0;
  if (url === '' || isReplaced || !isShown(element)) return null;
  return { url, isPdf: isNamed || isDeclared || /^data:application\/pdf\b/i.test(url) };
}

/**
 * Examines one element. Returns null if it shows all of its content or clips it on purpose. Runs
 * inside the page.
 */
export function seenScroller(
  element: Element,
  { overflowX, overflowY }: CSSStyleDeclaration,
  isShown: (element: Element) => boolean,
  nameOf: (element: Element) => string,
): SeenScroller | null {
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  if (!scrolls(overflowX) && !scrolls(overflowY)) return null;
  // The page itself scrolls as a whole, and a list box is meant to be short.
  if (element instanceof HTMLBodyElement || element instanceof HTMLHtmlElement) return null;
  if (element instanceof HTMLSelectElement) return null;

  // The fields of a form may have the name of any of its properties.
  const measure = (name: 'clientWidth' | 'clientHeight' | 'scrollWidth' | 'scrollHeight') =>
    Reflect.get(Element.prototype, name, element);
  const [width, height] = [measure('clientWidth'), measure('clientHeight')];
  const smallestPx = 8;
  if (width < smallestPx || height < smallestPx || !isShown(element)) return null;
  const box = Element.prototype.getBoundingClientRect.call(element);
  const isOnPaper = box.right > 0 && box.left < window.innerWidth && box.bottom > 0;
  if (!isOnPaper) return null;
  const hiddenWidthPx = scrolls(overflowX) ? measure('scrollWidth') - width : 0;
  const hiddenHeightPx = scrolls(overflowY) ? measure('scrollHeight') - height : 0;
  if (hiddenWidthPx < smallestPx && hiddenHeightPx < smallestPx) return null;
  return { name: nameOf(element), hiddenWidthPx, hiddenHeightPx };
}
