import type { SeenImage } from './page-look.js';

/**
 * Looks at one image; null for one that is drawn small enough for any zoom, is not shown, or of which the pixels are not known: drawings
 * (SVG), addresses that do not say what they are, and a choice of sources, whose size is told for a screen. Runs inside the page.
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
  // Where only one direction is stretched, as a line or a gradient is, the finer one counts.
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
