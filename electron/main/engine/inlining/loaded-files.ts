import { isLocalAddress, schemelessAddress } from '../page/page-address.js';

/** A file as the page got it. */
export interface LoadedFile {
  /** Media type with its parameters, such as `text/css`. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Answers a request of the page for a file of this computer, under its access rules. */
export type ServeAgain = () => Promise<Response>;

/** What a page has asked this computer for, and which of it has come into its text. */
export class LoadedFiles {
  readonly #served = new Map<string, ServeAgain>();
  readonly #refused = new Set<string>();
  readonly #used = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #times = new Map<string, number>();

  /** Takes note of an answer. @param address without a fragment */
  note(address: string, isThere: boolean, again: ServeAgain): void {
    this.#times.set(address, this.timesOf(address) + 1);
    if (isThere) this.#served.set(address, again);
    else this.#refused.add(address);
  }

  /** How often the page has asked for it. */
  timesOf(address: string): number {
    return this.#times.get(address) ?? 0;
  }

  /** Whether the page has loaded it. */
  has(address: string): boolean {
    return this.#served.has(address);
  }

  /** Whether the page has asked for it and got nothing, or could not even ask. */
  isRefused(address: string): boolean {
    return this.#refused.has(address) || /^file:/i.test(address);
  }

  /** The file, which counts as used from now on; null if the page has not loaded it. */
  async read(address: string): Promise<LoadedFile | null> {
    const answer = await this.#served.get(address)?.();
    if (!answer?.ok) return null;
    this.#used.add(address);
    return {
      type: answer.headers.get('content-type') ?? 'application/octet-stream',
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  }

  /** What needs no mention any more: it has had one, or is an icon that nobody sees on paper. */
  settle(address: string): void {
    this.#settled.add(address);
  }

  isSettled(address: string): boolean {
    return this.#settled.has(address);
  }

  /** What was loaded, and nothing in the text names it. */
  get unused(): readonly string[] {
    return [...this.#served.keys()].filter(
      (address) => !this.#used.has(address) && !this.#settled.has(address),
    );
  }

  /** What the page has asked for in vain, and nothing in the text names it. */
  get missing(): readonly string[] {
    return [...this.#refused].filter((address) => !this.#settled.has(address));
  }

  /** All that the page has asked for, in vain or not. */
  get asked(): readonly string[] {
    return [...this.#served.keys(), ...this.#refused];
  }
}

/** An address as an absolute one, in two parts; null for one that is no file of this computer, or none at all. */
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
 * Returns the `https:` URL of an address that a local page names without a scheme (`//host/path`),
 * which has no meaning in a text without an address of its own; null for any other address.
 */
export function networkAddress(address: string, base: string): string | null {
  const isPossible = /^\s*[\\/]{2}/.test(address) || schemelessAddress(base) !== null;
  if (!isPossible || !URL.canParse(address, base)) return null;
  return schemelessAddress(new URL(address, base).href);
}
