import { documentEncoding } from '../stated-encoding.js';
import { decodedText, isEncoding, markedEncoding, textEncoding } from '../text-encoding.js';
import { relinkHtml, relinkStyle, withoutScriptsAndBase } from './archive-links.js';
import { type MimePart, mimeParts } from './mime-parts.js';

/** What an archive answers a request with. */
export interface ArchiveAnswer {
  /** For the header content-type. */
  readonly type: string;
  readonly body: Buffer;
}

/** Where an archive stands that says nothing of it (RFC 2557, 5). */
const nowhere = 'thismessage:/';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

/**
 * A web page in one file, as browsers and office programs save it (RFC 2557). Its parts are found under addresses of the archive's own; where
 * they name each other, those take the place of the addresses that the page once had.
 */
export class MhtmlArchive {
  readonly #parts: readonly MimePart[];
  /** By content identifiers and the addresses that the parts once had. */
  readonly #numbers = new Map<string, number>();
  readonly #page: number;

  constructor(file: Buffer) {
    this.#parts = mimeParts(file);
    this.#page = this.#parts.findIndex(({ type }) => htmlTypes.has(type));
    for (const [number, part] of this.#parts.entries()) {
      const id = part.header.get('content-id')?.replace(/^<|>$/g, '');
      for (const name of [id === undefined ? null : `cid:${id}`, this.#locationOf(part)]) {
        if (name !== null && !this.#numbers.has(name)) this.#numbers.set(name, number);
      }
    }
  }

  /** Whether there is a page in it. */
  get hasPage(): boolean {
    return this.#page !== -1;
  }

  /**
   * What is found at an address of the archive; null for nothing.
   * @param number of a part, or null for the page
   * @param path of the address at which the page is opened
   */
  answer(number: number | null, path: string): ArchiveAnswer | null {
    const part = this.#parts[number ?? this.#page];
    if (part === undefined) return null;
    const relink = (address: string) => this.#relink(address, part, path);
    if (htmlTypes.has(part.type)) {
      const body = Buffer.from(relinkHtml(withoutScriptsAndBase(textOf(part)), relink));
      return { type: `${part.type}; charset=utf-8`, body };
    }
    if (part.type === 'text/css') {
      const body = Buffer.from(relinkStyle(textOf(part), relink));
      return { type: 'text/css; charset=utf-8', body };
    }
    const charset = part.charset === undefined ? '' : `; charset=${part.charset}`;
    return { type: part.type + charset, body: part.body };
  }

  #relink(address: string, from: MimePart, path: string): string | null {
    if (address === '' || address.startsWith('#')) return null;
    const base = this.#locationOf(from) ?? nowhere;
    if (!URL.canParse(address, base)) return null;
    const url = new URL(address, base);
    const { hash } = url;
    url.hash = '';
    const number = this.#numbers.get(url.href);
    if (number === this.#page) return `${path}${hash}`;
    if (number !== undefined) return `${path}/${number}${hash}`;
    // What is not in the archive is where it always was.
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href + hash : null;
  }

  #locationOf({ header }: MimePart): string | null {
    const location = header.get('content-location');
    if (location === undefined) return null;
    const base = header.get('content-base') ?? nowhere;
    if (!URL.canParse(location, base)) return null;
    const url = new URL(location, base);
    url.hash = '';
    return url.href;
  }
}

/** As the part says, else as its text does: browsers read archives so too. */
function textOf({ body, charset, type }: MimePart): string {
  const stated = htmlTypes.has(type) ? documentEncoding(body) : null;
  const label = [charset, markedEncoding(body), stated].find((each) => each && isEncoding(each));
  return decodedText(body, label ?? textEncoding(body));
}
