import type { ConversionStage } from '../../shared/conversion-stage.js';
import type { Preflight } from '../../shared/preflight.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { SourceInliner } from './inlining/source-inliner.js';

/** What a running conversion tells about itself. */
export interface ConversionProgress {
  readonly stage: ConversionStage;
  /** What the page has been waiting for, for a second or longer: an address, or "fonts and images". */
  readonly waitingFor?: string;
  /** While it is sent to a service or fetched from it: bytes so far, and all, where that is known. */
  readonly bytes?: { readonly done: number; readonly of?: number };
}

export interface ConversionOptions {
  /** Cancels at any moment; the conversion then throws `canceled` and its page is gone. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ConversionProgress) => void;
  /** The user is waiting for it in the window: it goes ahead of jobs and service requests. */
  readonly isInteractive?: boolean;
  /**
   * Given where a stranger named the source, as in a request to the service: the hosts of this computer and of private networks that the page may be on
   * and reach. Without it, the source is the person's own word and may be anywhere.
   */
  readonly allowedHosts?: readonly string[];
}

/** A PDF in memory, with what a person wants to know about it. */
export interface ConvertedPdf {
  /** The file in pieces that follow one another: a large one is not copied to make it one. */
  readonly parts: readonly Buffer[];
  /** Of all parts, in bytes. */
  readonly size: number;
  readonly pages: number;
  /** The page's own title; empty if it has none. */
  readonly title: string;
  /** What went wrong while the page loaded. */
  readonly preflight: Preflight;
}

/** Makes PDFs. */
export interface PdfEngine {
  /**
   * Loads the request's source in a page of its own and prints it.
   * @throws AppError for everything that can go wrong with a page, which is a ConversionFailure once there is one; nothing of the page is left then.
   */
  convert(request: ConversionRequest, options?: ConversionOptions): Promise<ConvertedPdf>;

  /** Lets go of what is kept for the next conversion; there may be one all the same, which takes a little longer. */
  close(): Promise<void>;
}

/** The engine of this machine: the window, jobs and the service share it, and its limit with it. */
export interface LocalEngine extends PdfEngine, SourceInliner {
  /** How many pages may be open at once, all callers together. Applies at once; open pages go on. */
  setConcurrency(pages: number): void;
}
