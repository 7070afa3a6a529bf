import type { ConvertedPdf } from '../engine/pdf-engine.js';
import { countPages } from '../engine/print/count-pages.js';
import type { Preflight } from '../../shared/preflight.js';
import { pdfTitle } from './pdf-title.js';

/** The largest PDF that is taken, in bytes: it is held in memory. */
export const maxPdfBytes = 512 * 1024 ** 2;

/** What a reader looks at for the end of a file, in bytes (ISO 32000-1, annex H: Acrobat wants its mark within them). */
const tailBytes = 1024;

/** Whether a body begins as a PDF does; some programs put a few bytes before its mark. */
export function beginsAsPdf(start: Buffer): boolean {
  return start.subarray(0, tailBytes + 5).includes('%PDF-');
}

/**
 * Why bytes that were said to be a PDF, and came in whole, are no whole one, as the end of a sentence; null if they are one.
 */
export function pdfIssue(bytes: Buffer): string | null {
  if (!beginsAsPdf(bytes)) return 'what came says that it is a PDF, and is none';
  if (!bytes.subarray(-tailBytes).includes('%%EOF')) return 'only the beginning of the PDF came';
  return null;
}

/**
 * A PDF that a service has made, as a conversion gives it. The number of pages is 0 where it cannot be told, as in an encrypted file.
 * @param left what was not put into the page before it was sent
 */
export async function remotePdf(bytes: Buffer, left: Preflight): Promise<ConvertedPdf> {
  return {
    parts: [bytes],
    size: bytes.length,
    pages: (await countPages(bytes)) ?? 0,
    title: pdfTitle(bytes),
    preflight: left,
  };
}
