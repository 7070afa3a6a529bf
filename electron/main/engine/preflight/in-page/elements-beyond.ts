/** An element that extends beyond the paper. */
export interface ElementBeyond {
  readonly name: string;
  /** In CSS pixels. */
  readonly beyondPx: number;
}

/**
 * Finds elements beyond the right edge of a page that is laid out at its printed width; of nested
 * elements only the outermost. Elements entirely beyond the edge, such as menus that slide in, are
 * hidden on purpose. Runs inside the page.
 */
export function elementsBeyond(
  widthPx: number,
  nameOf: (element: Element) => string,
  limits: { readonly nodes: number; readonly elements: number; readonly tolerancePx: number },
): ElementBeyond[] {
  const found: { readonly element: Element; readonly beyondPx: number }[] = [];
  const edge = widthPx + limits.tolerancePx;
  const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);

  /** Returns whether the walk continues into the element. */
  const inspectElement = (element: Element): number => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return NodeFilter.FILTER_REJECT;
    const box = boxOf(element);
    const beyondPx = box.right - widthPx;
    const isSeen = box.width > 0 && box.height > 0 && style.visibility === 'visible';
    if (box.right > edge && isSeen) {
      const isPlaced = style.position === 'absolute' || style.position === 'fixed';
      const isMoved = isPlaced || style.transform !== 'none' || style.translate !== 'none';
      if (box.left < widthPx || !isMoved) found.push({ element, beyondPx });
      return NodeFilter.FILTER_REJECT;
    }
    const cuts = style.overflowX !== 'visible' && !(element instanceof HTMLBodyElement);
    return cuts ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  };

  /** Text that does not wrap overflows its element without widening it. */
  const inspectText = (text: Text): void => {
    const range = new Range();
    range.selectNodeContents(text);
    const { right, left } = range.getBoundingClientRect();
    const element = text.parentElement;
    if (right > edge && left < widthPx && element !== null)
      found.push({ element, beyondPx: right - widthPx });
  };

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `html { width: ${widthPx}px !important; min-width: 0 !important; max-width: none !important }`,
  );
  const sheets = Reflect.get(Document.prototype, 'adoptedStyleSheets', document);
  Reflect.set(Document.prototype, 'adoptedStyleSheets', [...sheets, sheet], document);
  let nodes = 0;
  const walk = (body: HTMLElement) => {
    const nodeTypes = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, body, nodeTypes, (node) => {
      nodes += 1;
      if (nodes > limits.nodes || found.length === limits.elements) return NodeFilter.FILTER_REJECT;
      if (node instanceof Element) return inspectElement(node);
      if (node instanceof Text && /\S/.test(node.data)) inspectText(node);
      return NodeFilter.FILTER_ACCEPT;
    });
    while (walker.nextNode() !== null);
  };
  const body = Reflect.get(Document.prototype, 'body', document) as HTMLElement | null;
  if (body !== null && inspectElement(body) === NodeFilter.FILTER_ACCEPT) walk(body);
  Reflect.set(Document.prototype, 'adoptedStyleSheets', [...sheets], document);
  return found.map(({ element, beyondPx }) => ({ name: nameOf(element), beyondPx }));
}
