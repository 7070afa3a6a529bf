/** How long a page may take to be scrolled through, in milliseconds. */
const scrollLimitMs = 20_000;

/** How long each part is in view, in milliseconds: observers report at the next frame. */
const viewMs = 50;

/**
 * A script for an isolated world of the page. It scrolls the document and every scrollable element
 * to the end, one view at a time, so that content which is loaded when it comes into view is there,
 * and back to where they were. A list that grows without end is left after {@link scrollLimitMs}.
 *
 * A page may give a form the name of any member of `document`, so the prototypes are used.
 */
export const scrollThrough = `(async () => {
  const own = (name) => Reflect.get(Document.prototype, name, document);
  const deadline = performance.now() + ${scrollLimitMs};
  const wait = () => new Promise((resolve) => setTimeout(resolve, ${viewMs}));
  const root = own('scrollingElement') ?? own('documentElement');
  const isScrollable = (element) => {
    if (element === root) return true;
    if (element.scrollHeight <= element.clientHeight + 1 || element.clientHeight === 0) return false;
    return /auto|scroll/.test(getComputedStyle(element).overflowY);
  };
  const all = Document.prototype.querySelectorAll.call(document, '*');
  for (const element of [root, ...Array.from(all).filter((each) => each !== root && isScrollable(each))]) {
    const start = element.scrollTop;
    const step = Math.max(100, element === root ? innerHeight : element.clientHeight);
    for (let top = 0; top < element.scrollHeight && performance.now() < deadline; top += step) {
      element.scrollTop = top;
      await wait();
    }
    element.scrollTop = start;
  }
})()`;
