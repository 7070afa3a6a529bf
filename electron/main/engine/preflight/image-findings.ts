import { quote } from '../../../shared/request/text.js';
import type { SeenImage } from './in-page/page-look.js';
import type { PrintedScale } from './printed-scale.js';

/** Below this many pixels an inch a picture is seen to be made of pixels; an image at its own size has 96. */
const coarsePixelsPerInch = 75;

/** Of the size of a postage stamp; what is smaller is an icon or an ornament. In square millimeters. */
const stampArea = 20 * 25;

/** The sentences about images that are too coarse for the size that they are printed in. */
export function imageFindings(
  images: readonly SeenImage[],
  { millimetersPerPx }: PrintedScale,
): readonly string[] {
  return images.flatMap((image) => {
    const width = image.drawnWidthPx * millimetersPerPx;
    const height = image.drawnHeightPx * millimetersPerPx;
    const perInch = (image.widthPixels / width) * 25.4;
    if (perInch >= coarsePixelsPerInch || width * height < stampArea) return [];
    const pixels = `${image.widthPixels} x ${image.heightPixels} pixels`;
    const size = `${Math.round(width)} x ${Math.round(height)} mm`;
    return [
      `The image ${nameOf(image)} is coarse in print: ${pixels} on ${size} are ${Math.round(perInch)} pixels an inch.`,
    ];
  });
}

function nameOf({ name }: SeenImage): string {
  return name === '' ? 'in the HTML itself' : quote(decoded(name));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A per cent sign that stands for itself.
    return name;
  }
}
