import { isLocalAddress, schemelessAddress } from '../addresses/page-address.js';
import { decodedOrSame } from '../../../shared/request/url.js';

/** A file as the page received it. */
export interface LoadedFile {
  /** Media type with its parameters, such as `text/css`. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Serves a local file again, under the page's access rules. */
type ServeAgain = () => Promise<Response>;

/** The local files that a page has requested, and which of them its text contains. */
export class LoadedFiles {
  readonly #served = new Map<string, ServeAgain>();
  readonly #refused = new Set<string>();
  readonly #used = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #times = new Map<string, number>();

  /** Records a response. @param address without a fragment */
  record(address: string, exists: boolean, again: ServeAgain): void {
    this.#times.set(address, this.timesOf(address) + 1);
    if (exists) this.#served.set(address, again);
    else this.#refused.add(address);
  }

  /** Returns how often the page has requested a file. */
  timesOf(address: string): number {
    return this.#times.get(address) ?? 0;
  }

  has(address: string): boolean {
    return this.#served.has(address);
  }

  /**
   * Returns true if the page requested a file that does not exist, or could not even request it.
   */
  isRefused(address: string): boolean {
    return this.#refused.has(address) || /^file:/i.test(address);
  }

  /** Returns a file, which then counts as used; null if the page has not loaded it. */
  async read(address: string): Promise<LoadedFile | null> {
    const answer = await this.#served.get(address)?.();
    if (!answer?.ok) return null;
    this.#used.add(address);
    return {
      type: answer.headers.get('content-type') ?? 'application/octet-stream',
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  }

  /** Marks a file as settled: it has been reported, or is an icon that is never printed. */
  settle(address: string): void {
    this.#settled.add(address);
  }

  isSettled(address: string): boolean {
    return this.#settled.has(address);
  }

  /** Loaded files to which nothing in the text refers. */
  get unused(): readonly string[] {
    return [...this.#served.keys()].filter(
      (address) => !this.#used.has(address) && !this.#settled.has(address),
    );
  }

  /** Requested files that do not exist and to which nothing in the text refers. */
  get missing(): readonly string[] {
    return [...this.#refused].filter((address) => !this.#settled.has(address));
  }

  get requested(): readonly string[] {
    return [...this.#served.keys(), ...this.#refused];
  }
}

/** Resolves a URL to a local file and a fragment; null for anything else. */
export function localReference(
  address: string,
  base: string,
): { readonly file: string; readonly fragment: string } | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const fragment = url.hash;
  url.hash = '';
  const isOnNetwork = schemelessAddress(url.href) !== null;
  const isOfDisk = (isLocalAddress(url.href) && !isOnNetwork) || url.protocol === 'file:';
  return isOfDisk ? { file: url.href, fragment } : null;
}

/**
 * Returns the `https:` URL for one that a local page names without a scheme (`//host/path`), which
 * would be meaningless in a text without a URL; null for any other.
 */
export function networkAddress(address: string, base: string): string | null {
  const isPossible = /^\s*[\\/]{2}/.test(address) || schemelessAddress(base) !== null;
  if (!isPossible || !URL.canParse(address, base)) return null;
  return schemelessAddress(new URL(address, base).href);
}

/**
 * The URL is for the user.
 * @param page its own URL
 */
export function relativeTo(page: string, address: string): string {
  const folder = page.slice(0, page.lastIndexOf('/') + 1);
  const name = address.startsWith(folder)
    ? address.slice(folder.length)
    : new URL(address).pathname;
  return decodedOrSame(name);
}

/**
 * Returns a URL of one load of a page with the origin of another load.
 * @param page a URL with the new origin
 */
export function inOriginOf(page: string, address: string): string {
  return originOf(page) + address.slice(originOf(address).length);
}

/** As spelled: the path may start with two slashes. */
function originOf(address: string): string {
  return /^[^:]*:\/\/[^/]*/.exec(address)?.[0] ?? '';
}
