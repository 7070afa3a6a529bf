import {
  PDFArray,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFOperator,
  PDFOperatorNames,
  StandardFonts,
  radians as radiansOf,
  rgb,
} from '@cantoo/pdf-lib';

/** On every page in test mode (the API, section 4.1). */
const watermarkText = 'TEST';

/** Share of the page's diagonal, and of the ink. */
const share = 0.86;
const opacity = 0.28;

/** In points, for pages of any size. */
const minSize = 1;

/** Half the height of a capital letter, as a share of the font size. */
const halfCapital = 0.36;

/**
 * Draws TEST across every page over its content, which stays selectable. It is an artifact
 * (ISO 32000-1, 14.8.2.2), which screen readers skip. Annotations stay above.
 * @throws Error if the PDF cannot be read, or is encrypted
 */
export async function watermark(bytes: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of document.getPages()) stamp(page, font);
  return Buffer.from(await document.save());
}

function stamp(page: PDFPage, font: PDFFont): void {
  const { x, y, width, height } = page.getCropBox();
  const rotation = page.getRotation().angle;
  // Up the diagonal as the page is displayed, with its rotation.
  const isSideways = Math.abs(rotation % 180) === 90;
  const [wide, high] = isSideways ? [height, width] : [width, height];
  const slope = Math.atan2(high, wide);
  const length = font.widthOfTextAtSize(watermarkText, 1);
  // The largest size at which the word fits.
  const size = Math.max(
    minSize,
    share *
      Math.min(
        wide / (length * Math.cos(slope) + 2 * halfCapital * Math.sin(slope)),
        high / (length * Math.sin(slope) + 2 * halfCapital * Math.cos(slope)),
      ),
  );
  const [right, up] = [(size * length) / 2, size * halfCapital];
  const radians = slope + (rotation * Math.PI) / 180;
  ownContents(page);
  page.pushOperators(beginArtifact());
  page.drawText(watermarkText, {
    x: x + width / 2 - right * Math.cos(radians) + up * Math.sin(radians),
    y: y + height / 2 - right * Math.sin(radians) - up * Math.cos(radians),
    size,
    font,
    rotate: radiansOf(radians),
    color: rgb(0.8, 0.05, 0.05),
    opacity,
  });
  page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
}

/** Copies the list of contents, which pages may share. */
function ownContents({ node }: PDFPage): void {
  const contents = node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFArray) node.set(PDFName.of('Contents'), contents.clone());
}

function beginArtifact(): PDFOperator {
  return PDFOperator.of(PDFOperatorNames.BeginMarkedContent, ['/Artifact']);
}
