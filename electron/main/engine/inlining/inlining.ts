import { AppError } from '../../../shared/errors.js';
import { sizeText } from '../../../shared/size.js';
import { type LoadedFiles, localReference } from './loaded-files.js';
import type { InlinedPage } from './source-inliner.js';

/** The largest text that a page becomes, in bytes: services take far less, and all of it is in memory. */
const maxInlinedBytes = 100_000_000;

/** Why what the page has asked for in vain is not put in. */
export const notThere = 'It is not there, or the page may not read it.';

export interface InliningOptions {
  /** The most that all may be, in bytes. */
  readonly largest?: number | undefined;
  /** Whether the page's own scripts stay where they lie, so that what they ask for beside themselves can be seen. */
  readonly leavesScripts?: boolean;
}

/** The work of packing one page: what is known of it and what has come of it so far. */
export class Inlining {
  readonly files: LoadedFiles;
  /** Scripts of the page that stay where they lie, and how many elements name each; null where they are put in. */
  readonly scriptsLeft: Map<string, number> | null;
  readonly #largest: number;
  readonly #left = new Map<string, string>();
  #inlined = 0;
  #bytes = 0;

  constructor(
    files: LoadedFiles,
    { largest = maxInlinedBytes, leavesScripts = false }: InliningOptions = {},
  ) {
    this.files = files;
    this.scriptsLeft = leavesScripts ? new Map() : null;
    this.#largest = largest;
  }

  get inlined(): number {
    return this.#inlined;
  }

  get left(): InlinedPage['left'] {
    return [...this.#left].map(([address, reason]) => ({ address, reason }));
  }

  /** Counts a file that was put in. @throws AppError `invalid-request` if all have become too much */
  count(text: string): void {
    this.#inlined += 1;
    this.#bytes += text.length;
    this.checkSize(this.#bytes);
  }

  /** @throws AppError `invalid-request` */
  checkSize(bytes: number): void {
    if (bytes <= this.#largest) return;
    const message = `The page with all that it loads is more than ${sizeText(this.#largest)} as one text, which no service takes; make its images smaller, or convert it on this computer.`;
    throw new AppError('invalid-request', message, [{ field: 'source', message }]);
  }

  /** Takes note of an address that stays as it is, though the page needs it. */
  leave(address: string, reason: string): void {
    this.#left.set(address, reason);
  }

  /**
   * The file that an address names, if the page has loaded it. What it has asked for in vain is noted; what it has not asked for, it does not need.
   * @param base what the address is relative to
   */
  find(address: string, base: string): { readonly file: string; readonly fragment: string } | null {
    const reference = localReference(address, base);
    if (reference === null) return null;
    if (this.files.has(reference.file)) return reference;
    if (this.files.isRefused(reference.file)) {
      this.files.settle(reference.file);
      this.leave(address, notThere);
    }
    return null;
  }
}
