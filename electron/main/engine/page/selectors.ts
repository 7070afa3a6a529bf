/**
 * Returns a script for an isolated world of the page: the number of elements that a selector
 * matches, and whether one of them is visible, that is, has a size and is not hidden by CSS.
 *
 * A page may give a form the name of any member of `document`, so the prototypes are used.
 */
export function findElements(selector: string): string {
  return `(() => {
  const selector = ${JSON.stringify(selector)};
  const isVisible = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    const rectangles = [...element.getClientRects()];
    if (rectangles.some(({ width, height }) => width > 0 && height > 0)) return true;
    return getComputedStyle(element).display === 'contents' && [...element.children].some(isVisible);
  };
  const allIn = (root, wanted) =>
    [...(root instanceof Document ? Document : DocumentFragment).prototype.querySelectorAll.call(root, wanted)];
  const found = (root) => {
    const here = allIn(root, selector);
    if (here.length > 0) return here;
    return allIn(root, '*').flatMap((element) => {
      const inner = Reflect.get(Element.prototype, 'shadowRoot', element);
      return inner ? found(inner) : [];
    });
  };
  const matching = found(document);
  return { matching: matching.length, visible: matching.some(isVisible) };
})()`;
}

/** Returns a script for any page: those selectors that Chromium cannot read. */
export function unknownSelectors(selectors: readonly string[]): string {
  return `(() => {
  const sheet = new CSSStyleSheet();
  return ${JSON.stringify(selectors)}.filter((selector) => {
    sheet.replaceSync(selector + ' {}');
    return sheet.cssRules.length === 0;
  });
})()`;
}
