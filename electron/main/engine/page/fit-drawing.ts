/**
 * Runs in the page. A drawing that is a document of its own (SVG 2, 5.1) gets the size it asks for, but no more than a page holds: it is made
 * smaller as a whole, instead of being cut off.
 */
export const fitDrawing = `() => {
  const root = document.documentElement;
  if (!(root instanceof SVGSVGElement)) return;
  const lengthOf = ({ baseVal }) =>
    baseVal.unitType === SVGLength.SVG_LENGTHTYPE_PERCENTAGE ? 0 : baseVal.value;
  const [width, height] = [lengthOf(root.width), lengthOf(root.height)];
  if (!root.hasAttribute('viewBox')) {
    if (width === 0 || height === 0) return;
    root.setAttribute('viewBox', [0, 0, width, height].join(' '));
  }
  const set = (name, value) => root.style.setProperty(name, value, 'important');
  set('width', width === 0 ? '100%' : width + 'px');
  set('height', 'auto');
  set('max-width', '100%');
  set('max-height', '100vh');
}`;
