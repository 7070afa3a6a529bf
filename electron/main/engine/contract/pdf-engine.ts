import type { ConversionStage } from '../../../shared/conversion-stage.js';
import { AppError, errorData } from '../../../shared/messages/errors.js';
import type { Preflight } from '../../../shared/request/preflight.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { Message } from '../../../shared/messages/message.js';
import type { PageAccess } from '../../network/page-access.js';
import type { PdfPasswords } from '../../../shared/request/pdf-password.js';

export interface ConversionProgress {
  readonly stage: ConversionStage;
  /** What the page has been waiting for, for a second or longer: a URL, and how many more. */
  readonly waitingFor?: Message;
  /** Bytes sent to a service or received from it so far, and the total if known. */
  readonly bytes?: { readonly done: number; readonly of?: number };
}

export interface ConversionOptions {
  /** Cancels the conversion, which then throws `canceled`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ConversionProgress) => void;
  /**
   * The user is waiting for it in the window: it takes precedence over jobs and service requests.
   */
  readonly isInteractive?: boolean;
  /**
   * Set if the source is untrusted, as in a request to the service: the private hosts that the page
   * may be on and load from. Without it the user named the source, which may be on any host.
   */
  readonly allowedHosts?: readonly string[];
  /** Opens pages behind a login. */
  readonly access?: PageAccess | undefined;
  /** The passwords of a request that is to be protected. */
  readonly passwords?: PdfPasswords | undefined;
  /** Set for a preview: its request may have `protection`, which applies when it is saved. */
  readonly isUnprotected?: boolean;
}

/** A PDF in memory with facts about it. */
export interface ConvertedPdf {
  /** The file in consecutive parts, so that a large one need not be copied. */
  readonly parts: readonly Buffer[];
  /** Of all parts together, in bytes. */
  readonly size: number;
  readonly pages: number;
  /** The page's title; empty if it has none. */
  readonly title: string;
  /** The findings while the page loaded and in its print. */
  readonly preflight: Preflight;
}

export interface PdfEngine {
  /**
   * Loads the request's source in its own page and prints it.
   * A request with `protection` becomes a PDF with the passwords, or fails.
   * @throws AppError, as a ConversionFailure once the page exists
   */
  convert(request: ConversionRequest, options?: ConversionOptions): Promise<ConvertedPdf>;

  /** Releases resources that are kept for the next conversion. The engine remains usable. */
  close(): Promise<void>;
}

/** The engine of this machine. The window, the jobs and the service share it and its limit. */
export interface LocalEngine extends PdfEngine, SourceInliner {
  /**
   * Limits how many pages are open at once, for all callers together. Applies immediately; pages
   * that are already open finish.
   */
  setConcurrency(pages: number): void;
  /**
   * Limits the memory of each page, in gigabytes; null: chosen for the machine. A page above the
   * limit fails with `page-crashed`.
   */
  setMemoryLimit(gigabytes: number | null): void;
  /** Resolves when Chromium has answered. It may never do so. @throws AppError if it cannot */
  ping(): Promise<void>;
  memory(): ChromiumMemory;
}

/** Resident memory in bytes. */
export interface ChromiumMemory {
  /** The processes of pages. */
  readonly pages: number;
  /** All others: the browser, the GPU process, the network service. */
  readonly others: number;
}

/** A page as a single HTML text that includes the local files it loads. */
export interface InlinedPage {
  readonly html: string;
  /** Of the UTF-8 text, in bytes. */
  readonly size: number;
  /** How many style sheets, images, fonts and scripts were inlined. */
  readonly inlined: number;
  /** What could not be inlined: its URL as spelled by the page, and why. */
  readonly unresolved: readonly { readonly address: string; readonly reason: Message }[];
}

export interface SourceInliner {
  /**
   * Loads a file, or HTML with a base folder, and inlines every local file that it loads. HTML that
   * loads nothing is returned unchanged.
   * @throws AppError like a conversion
   */
  inline(request: ConversionRequest, options?: ConversionOptions): Promise<InlinedPage>;
}

/** The error of a conversion, with the findings up to then. */
export class ConversionFailure extends AppError {
  /** @param thrown the reason; code and message are taken from it */
  constructor(
    thrown: unknown,
    readonly preflight: Preflight,
  ) {
    const { code, message, fields, folder } = errorData(thrown);
    super(code, message, fields, { folder, cause: thrown });
  }
}
