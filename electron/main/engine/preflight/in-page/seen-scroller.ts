import type { SeenScroller } from './page-look.js';

/** Looks at one element; null if it shows all that it holds, or cuts it off by intention. Runs inside the page. */
export function seenScroller(
  element: Element,
  { overflowX, overflowY }: CSSStyleDeclaration,
  isShown: (element: Element) => boolean,
  nameOf: (element: Element) => string,
): SeenScroller | null {
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  if (!scrolls(overflowX) && !scrolls(overflowY)) return null;
  // What scrolls the page as a whole is not an element's own affair, and a list to choose from is meant to be short.
  if (element instanceof HTMLBodyElement || element instanceof HTMLHtmlElement) return null;
  if (element instanceof HTMLSelectElement) return null;

  // The fields of a form can have any name, also that of a property of the form.
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
