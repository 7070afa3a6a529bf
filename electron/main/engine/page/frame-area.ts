/** Frames of a few pixels count visits. */
const minFramePx = 10;

/** DevTools: `DOM.BoxModel`, in CSS pixels of the viewport. */
export interface BoxModel {
  readonly model: {
    /** x and y of the corners: top left, top right, bottom right, bottom left. */
    readonly border: readonly [number, number, number, number, number, number, number, number];
  };
}

/** DevTools: the answer of `Page.getLayoutMetrics`. */
export interface LayoutMetrics {
  readonly cssLayoutViewport: { readonly pageX: number; readonly pageY: number };
  /** Begins left of 0 if the text runs from right to left. */
  readonly cssContentSize: { readonly x: number; readonly y: number };
}

/** Returns whether an element has an area on the page, as it is drawn. */
export function isOnPage(
  { border: [x1, y1, x2, y2, x3, y3, x4, y4] }: BoxModel['model'],
  { cssLayoutViewport: view, cssContentSize: page }: LayoutMetrics,
): boolean {
  const [right, bottom] = [Math.max(x1, x2, x3, x4), Math.max(y1, y2, y3, y4)];
  const width = right - Math.min(x1, x2, x3, x4);
  const height = bottom - Math.min(y1, y2, y3, y4);
  if (Math.min(width, height) < minFramePx) return false;
  // Beside the page is where people put what only screen readers shall find.
  return right + view.pageX > page.x && bottom + view.pageY > page.y;
}

/**
 * Called on the element of a frame. An element without an area cuts off all that is in it. Controls
 * of a form can have the names of its properties, so those of the prototypes are called.
 */
export const isVisible = `function () {
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const parent = getter(Node.prototype, 'parentElement');
  const [width, height] = ['clientWidth', 'clientHeight'].map((name) =>
    getter(Element.prototype, name),
  );
  const isCutOff = (element) => {
    if (Reflect.apply(width, element, []) > 0 && Reflect.apply(height, element, []) > 0) return false;
    const { display, overflow } = getComputedStyle(element);
    return display !== 'inline' && display !== 'contents' && overflow !== 'visible';
  };
  if (!this.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  let each = Reflect.apply(parent, this, []);
  while (each !== null && !isCutOff(each)) each = Reflect.apply(parent, each, []);
  return each === null;
}`;
