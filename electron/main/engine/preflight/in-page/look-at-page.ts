import type { elementName } from './element-name.js';
import type { missingFamilies } from './missing-families.js';
import type { LookLimits, PageLook, SeenImage, SeenScroller } from './page-look.js';
import type { mayShowRareText } from './rare-text.js';
import type { seenImage } from './seen-image.js';
import type { seenScroller } from './seen-scroller.js';

/** The functions that a look needs; they come as arguments, because nothing of this program is there inside a page. */
export interface LookTools {
  readonly elementName: typeof elementName;
  readonly missingFamilies: typeof missingFamilies;
  readonly mayShowRareText: typeof mayShowRareText;
  readonly seenImage: typeof seenImage;
  readonly seenScroller: typeof seenScroller;
}

/** Walks over a page as it stands, once, as far as the limits allow. Runs inside the page. */
export function lookAtPage(limits: LookLimits, tools: LookTools): PageLook {
  const deadline = performance.now() + limits.milliseconds;
  const images: SeenImage[] = [];
  const scrollers: SeenScroller[] = [];
  const stacks = new Set<string>();
  const shadows: Node[] = [];
  let nodes = 0;

  const isShown = (element: Element) =>
    Element.prototype.checkVisibility.call(element, {
      visibilityProperty: true,
      opacityProperty: true,
    });
  /** A single family is more likely Chromium's own choice, which no page has asked for. */
  const isOfBrowser = (element: Element, family: string) =>
    /^("Times New Roman"|Times)$/.test(family) ||
    (/^[^,]*$/.test(family) &&
      Element.prototype.closest.call(element, 'button, input, select, textarea') !== null);

  const lookAtElement = (element: Element, style: CSSStyleDeclaration) => {
    const shadow = Reflect.get(Element.prototype, 'shadowRoot', element);
    if (shadow !== null) shadows.push(shadow);
    if (element instanceof HTMLImageElement && images.length < limits.ofAKind) {
      const image = tools.seenImage(element, style, isShown);
      if (image !== null) images.push(image);
    }
    if (scrollers.length < limits.ofAKind) {
      const scroller = tools.seenScroller(element, style, isShown, tools.elementName);
      if (scroller !== null) scrollers.push(scroller);
    }
  };

  const lookAtText = (text: Text, parent: Element, style: CSSStyleDeclaration) => {
    const { fontFamily } = style;
    if (stacks.has(fontFamily) || !/\S/.test(text.data) || isOfBrowser(parent, fontFamily)) return;
    if (isShown(parent)) stacks.add(fontFamily);
  };

  const walk = (root: Node) => {
    const what = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, root, what);
    let styled: Element | null = null;
    let style: CSSStyleDeclaration | null = null;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes += 1;
      if (nodes > limits.nodes || (nodes % 256 === 0 && performance.now() > deadline)) return;
      const element = node instanceof Text ? node.parentElement : node;
      if (!(element instanceof Element)) continue;
      if (styled !== element || style === null) style = getComputedStyle(element);
      styled = element;
      if (node instanceof Text) lookAtText(node, element, style);
      else lookAtElement(element, style);
    }
  };

  walk(document);
  // Each may hold more of them, which the loop comes to.
  for (const shadow of shadows) walk(shadow);
  return {
    layoutWidthPx: window.innerWidth,
    mayShowRareText: shadows.length > 0 || tools.mayShowRareText(),
    images,
    scrollers,
    families: tools.missingFamilies(stacks, limits.ofAKind),
  };
}
