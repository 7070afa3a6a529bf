/** How long each part is in view, in milliseconds: observers report at the next frame. */
const viewMs = 50;

/** How long content may take to be added at an end before that is the end, in milliseconds. */
const endMs = 250;

/**
 * Returns a script for an isolated world of the page. It scrolls the document and every scrollable
 * element from where the last call ended to the end, one view at a time, so that content which is
 * loaded when it comes into view is there. It returns true if it moved anything, so that there may
 * be more.
 *
 * A page may give a form the name of any member of `document`, so the prototypes are used.
 */
export function scrollOn(limitMs: number): string {
  return `(async () => {
  const own = (name) => Reflect.get(Document.prototype, name, document);
  const deadline = performance.now() + ${limitMs};
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const root = own('scrollingElement') ?? own('documentElement');
  const places = (globalThis.platenScroll ??= new Map());
  const isScrollable = (element) => {
    if (element === root) return true;
    if (element.scrollHeight <= element.clientHeight + 1 || element.clientHeight === 0) return false;
    return /auto|scroll/.test(getComputedStyle(element).overflowY);
  };
  const heightOf = (element) => element === root ? innerHeight : element.clientHeight;
  const scrollTo = (element, top) => element.scrollTo({ top, behavior: 'instant' });
  const all = Document.prototype.querySelectorAll.call(document, '*');
  const scrollers = [root, ...Array.from(all).filter((each) => each !== root && isScrollable(each))];
  let isMoved = false;
  for (const element of scrollers) {
    if (!places.has(element)) places.set(element, { start: element.scrollTop, seen: 0 });
    const place = places.get(element);
    while (place.seen < element.scrollHeight - 1 && performance.now() < deadline) {
      scrollTo(element, place.seen);
      await wait(${viewMs});
      place.seen += Math.max(100, heightOf(element));
      isMoved = true;
    }
    place.seen = Math.min(place.seen, element.scrollHeight);
  }
  if (isMoved) await wait(Math.max(0, Math.min(${endMs}, deadline - performance.now())));
  return isMoved;
})()`;
}

/** A script for the same world that scrolls back to where everything was. */
export const scrollBack = `
  for (const [element, { start }] of globalThis.platenScroll ?? [])
    element.scrollTo({ top: start, behavior: 'instant' });
  delete globalThis.platenScroll;`;
