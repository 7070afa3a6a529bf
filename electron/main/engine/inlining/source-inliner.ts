import type { ConversionRequest } from '../../../shared/request/request.js';
import type { ConversionOptions } from '../pdf-engine.js';

/** A page as one text, with what it loaded from this computer inside. */
export interface InlinedPage {
  readonly html: string;
  /** Of the text in UTF-8, in bytes. */
  readonly size: number;
  /** How many styles, images, fonts and scripts were put in. */
  readonly inlined: number;
  /** What could not be put in: its address as the page names it, and why, as a sentence. */
  readonly left: readonly { readonly address: string; readonly reason: string }[];
}

/** Makes a page self-contained. */
export interface SourceInliner {
  /**
   * Loads a file, or HTML with a folder as its base, and puts into it what the engine loaded for it. HTML that needs nothing comes out as it is.
   * @throws AppError as a conversion does
   */
  pack(request: ConversionRequest, options?: ConversionOptions): Promise<InlinedPage>;
}
