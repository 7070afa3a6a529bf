import { elementsBeyond } from '../preflight/in-page/elements-beyond.js';

/*
 * Scripts for Platen's isolated world of a page, which measure the page and change it so that it
 * fits its paper. A page may give a form the name of any member of `document`, so the prototypes
 * are used.
 */

/**
 * Returns a script that sets a style sheet before those that Platen has added: of several `@page`
 * rules with `!important`, Chromium applies the first one (measured with 153 and 156). Other rules
 * need a high specificity.
 */
export function fittingStylesExpression(styles: string): string {
  return `(${String(setStyles)})(${JSON.stringify(styles)})`;
}

/** What these scripts keep in the isolated world of a page. */
interface FittingWorld extends Pick<Window, 'document'> {
  platenFitting?: CSSStyleSheet;
  /** The width of each scroller at the last width of the page, in CSS pixels. */
  platenScrollers?: WeakMap<Element, { readonly page: number; readonly own: number }>;
  /** The scrollers with a width of their own. */
  platenFixed?: WeakSet<Element>;
  /** The sizes of all elements in a window of the first height. */
  platenSizes?: Map<Element, readonly string[]>;
}

function setStyles(styles: string): void {
  const world: FittingWorld = globalThis;
  const sheet = (world.platenFitting ??= new CSSStyleSheet());
  sheet.replaceSync(styles);
  const sheets = Reflect.get<Document, 'adoptedStyleSheets'>(
    Document.prototype,
    'adoptedStyleSheets',
    document,
  );
  if (!sheets.includes(sheet)) sheets.unshift(sheet);
}

/** What is hidden of a page at a width, in CSS pixels. */
export interface HiddenWidth {
  /** The larger of what is beyond the right edge, and of what scrolls sideways. */
  readonly hiddenPx: number;
  /**
   * Whether a scroller was found that did not gain from the larger width: it has a width of its own
   * and does not count any more.
   */
  readonly isInVain: boolean;
}

/** Elements, or pieces of text, that are searched for. */
const limits = { nodes: 200_000, elements: 1000, tolerancePx: 1 } as const;

/** Returns a script that measures the {@link HiddenWidth} of a page that is laid out at a width. */
export function hiddenWidthExpression(widthPx: number): string {
  const beyond = `(${String(elementsBeyond)})(${widthPx}, () => '', ${JSON.stringify(limits)})`;
  return `(${String(hiddenWidth)})(${widthPx}, ${beyond}.map(({ beyondPx }) => beyondPx))`;
}

function hiddenWidth(widthPx: number, beyondPx: readonly number[]): HiddenWidth {
  const world: FittingWorld = globalThis;
  const known = (world.platenScrollers ??= new WeakMap());
  const fixed = (world.platenFixed ??= new WeakSet());
  let hiddenPx = Math.max(0, ...beyondPx);
  let isInVain = false;
  for (const element of Reflect.get<Document, 'all'>(Document.prototype, 'all', document)) {
    const measure = (name: 'clientWidth' | 'scrollWidth') =>
      Reflect.get(Element.prototype, name, element);
    const own = measure('clientWidth');
    const hidden = measure('scrollWidth') - own;
    if (hidden < 2 || own < 8 || fixed.has(element)) continue;
    if (!/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) continue;
    if (!Element.prototype.checkVisibility.call(element, { visibilityProperty: true })) continue;
    const before = known.get(element);
    known.set(element, { page: widthPx, own });
    if (before !== undefined && widthPx > before.page && own <= before.own) {
      fixed.add(element);
      isInVain = true;
    } else hiddenPx = Math.max(hiddenPx, hidden);
  }
  return { hiddenPx, isInVain };
}

/**
 * A script that makes room for everything that scrolls down, in the element and in those around it.
 */
export const unfoldExpression = `(${String(unfold)})()`;

function unfold(): void {
  const all = Array.from(Reflect.get<Document, 'all'>(Document.prototype, 'all', document));
  const isFolded = (element: Element) => {
    const measure = (name: 'clientHeight' | 'scrollHeight') =>
      Reflect.get(Element.prototype, name, element);
    if (measure('clientHeight') === 0 || measure('scrollHeight') <= measure('clientHeight') + 1)
      return false;
    if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)
      return false;
    return /auto|scroll/.test(getComputedStyle(element).overflowY);
  };
  for (const folded of all.filter(isFolded)) {
    for (let element: Element | null = folded; element !== null; element = element.parentElement) {
      const { overflowY, position } = getComputedStyle(element);
      if (element !== folded && overflowY === 'visible' && position !== 'fixed') continue;
      const { style } = element as HTMLElement;
      style.setProperty('height', 'auto', 'important');
      style.setProperty('max-height', 'none', 'important');
      if (position === 'absolute' || position === 'fixed') {
        style.setProperty('bottom', 'auto', 'important');
        style.setProperty('position', 'absolute', 'important');
      }
    }
  }
}

export const rememberSizesExpression = `(${String(rememberSizes)})()`;

function rememberSizes(): void {
  const sizes = new Map<Element, readonly string[]>();
  for (const element of Reflect.get<Document, 'all'>(Document.prototype, 'all', document)) {
    const style = getComputedStyle(element);
    sizes.set(element, [
      style.minHeight,
      style.maxHeight,
      style.paddingTop,
      style.paddingBottom,
      style.marginTop,
      style.marginBottom,
      style.rowGap,
      style.fontSize,
      style.height,
    ]);
  }
  const world: FittingWorld = globalThis;
  world.platenSizes = sizes;
}

/**
 * A script that gives elements the remembered sizes if they have others now, because they depend on
 * the height of the window. Returns for how many; to be repeated until that is none, as the height
 * of an element may only depend on one inside it.
 */
export const pinSizesExpression = `(${String(pinSizes)})()`;

function pinSizes(): number {
  const names = [
    'min-height',
    'max-height',
    'padding-top',
    'padding-bottom',
    'margin-top',
    'margin-bottom',
    'row-gap',
    'font-size',
  ];
  const surrounding = new Set<Element>();
  // Without a doctype, the body fills any window.
  const isQuirky = Reflect.get(Document.prototype, 'compatMode', document) === 'BackCompat';
  const body = Reflect.get(Document.prototype, 'body', document) as HTMLElement | null;
  if (isQuirky && body !== null) {
    surrounding.add(body);
    if (body.parentElement !== null) surrounding.add(body.parentElement);
  }
  const changed: (readonly [HTMLElement, string, string])[] = [];
  const world: FittingWorld = globalThis;
  const inside = Array.from(world.platenSizes ?? []).reverse();
  for (const [element, before] of inside) {
    const style = getComputedStyle(element);
    // SVG and MathML elements have a style too.
    const pinned = element as HTMLElement;
    for (const [index, name] of names.entries()) {
      const value = before[index] ?? '';
      if (style.getPropertyValue(name) !== value) changed.push([pinned, name, value]);
    }
    const height = before[names.length] ?? '';
    if (style.height === height) continue;
    if (!surrounding.has(element)) {
      changed.push([pinned, 'height', height], [pinned, 'min-height', '0']);
      changed.push([pinned, 'max-height', 'none']);
    }
    let outer = element.parentElement;
    for (; outer !== null && !surrounding.has(outer); outer = outer.parentElement)
      surrounding.add(outer);
  }
  for (const [element, name, value] of changed) element.style.setProperty(name, value, 'important');
  return changed.length;
}

/** In CSS pixels. */
export const contentHeightExpression = `(() => {
  const own = (name) => Reflect.get(Document.prototype, name, document);
  return (own('scrollingElement') ?? own('documentElement')).scrollHeight;
})()`;
