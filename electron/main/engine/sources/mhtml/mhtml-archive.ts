import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../../shared/messages/errors.js';
import { message } from '../../../../shared/messages/message.js';
import { quotePath } from '../../../../shared/request/text.js';
import { diskPath } from '../../../util/disk-path.js';
import { textEncoding } from '../detect-encoding.js';
import { isIso2022Kr } from '../source-kinds.js';
import { declaredEncoding, decodedText, isEncoding, markedEncoding } from '../text-encoding.js';
import {
  relinkHtml,
  relinkStyle,
  withoutScriptsAndBase,
  withShadowRoots,
} from './archive-links.js';
import { type MimePart, mimeParts } from './mime-parts.js';

/** The largest accepted archive, in bytes, because it is held in memory. */
const maxArchiveBytes = 64 * 1024 * 1024;

/** Handles requests for an archive and its parts; null for other URLs. */
export type MhtmlServer = (address: string) => Promise<Response | null>;

/**
 * Serves an archive: the page at `own`, its parts at `own/1` and so on. Its scripts do not run, as
 * in browsers, because the saved page contains their result.
 * @param own the URL at which the page is opened
 */
export function serveMhtml(path: string, own: string): MhtmlServer {
  let archive: Promise<MhtmlArchive> | undefined;
  return async (address) => {
    const number = partNumber(address, own);
    if (number === undefined) return null;
    archive ??= readMhtml(path);
    const answer = (await archive).answer(number, new URL(own).pathname);
    if (answer === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(answer.body), {
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': "script-src 'none'",
        'content-type': answer.type,
      },
    });
  };
}

/** Reads an archive. @throws AppError `source-unreadable` if it is too large or contains no page */
export async function readMhtml(path: string): Promise<MhtmlArchive> {
  const real = diskPath(path);
  const { size } = await stat(real);
  const quoted = { path: quotePath(path) };
  if (size > maxArchiveBytes) {
    const megabytes = maxArchiveBytes / 1024 ** 2;
    const failure = message('sources.archiveTooLarge', { ...quoted, megabytes });
    throw new AppError('source-unreadable', failure);
  }
  const archive = new MhtmlArchive(await readFile(real));
  if (archive.isIso2022Kr) {
    const source = message('sources.file', quoted);
    throw new AppError('source-unreadable', message('sources.iso2022Kr', { source }));
  }
  if (archive.hasPage) return archive;
  throw new AppError('source-unreadable', message('sources.archiveWithoutPage', quoted));
}

function partNumber(address: string, own: string): number | null | undefined {
  if (address === own) return null;
  const rest = address.startsWith(`${own}/`) ? address.slice(own.length + 1) : '';
  return /^\d{1,6}$/.test(rest) ? Number(rest) : undefined;
}

interface ArchiveAnswer {
  /** For the header content-type. */
  readonly type: string;
  readonly body: Buffer;
}

/** Base URL of an archive without one (RFC 2557, 5). */
const defaultBase = 'thismessage:/';

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

/**
 * A web page in one file, as browsers and office programs save it (RFC 2557). Its parts get URLs
 * below the archive's own, which replace the original URLs where parts refer to each other.
 */
class MhtmlArchive {
  readonly #parts: readonly MimePart[];
  /** By content id and original URL. */
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

  get hasPage(): boolean {
    return this.#page !== -1;
  }

  /** Whether its page is in an encoding that browsers do not read. */
  get isIso2022Kr(): boolean {
    const page = this.#parts[this.#page];
    return page !== undefined && isIso2022Kr(page.body);
  }

  /**
   * Returns the content at a URL of the archive; null for none.
   * @param number of a part, or null for the page
   * @param path of the URL at which the page is opened
   */
  answer(number: number | null, path: string): ArchiveAnswer | null {
    const part = this.#parts[number ?? this.#page];
    if (part === undefined) return null;
    const relink = (address: string) => this.#relink(address, part, path);
    if (htmlTypes.has(part.type)) {
      const body = Buffer.from(
        relinkHtml(withShadowRoots(withoutScriptsAndBase(textOf(part))), relink),
      );
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
    const base = this.#locationOf(from) ?? defaultBase;
    if (!URL.canParse(address, base)) return null;
    const url = new URL(address, base);
    const { hash } = url;
    url.hash = '';
    const number = this.#numbers.get(url.href);
    if (number === this.#page) return `${path}${hash}`;
    if (number !== undefined) return `${path}/${number}${hash}`;
    // Links lead to the original page; resources that the archive lacks are not fetched.
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href + hash : null;
  }

  #locationOf({ header }: MimePart): string | null {
    const location = header.get('content-location');
    if (location === undefined) return null;
    const base = header.get('content-base') ?? defaultBase;
    if (!URL.canParse(location, base)) return null;
    const url = new URL(location, base);
    url.hash = '';
    return url.href;
  }
}

/** The part's charset, else that of its text, as in browsers. */
function textOf({ body, charset, type }: MimePart): string {
  const stated = htmlTypes.has(type) ? declaredEncoding(body) : null;
  const label = [charset, markedEncoding(body), stated].find((each) => each && isEncoding(each));
  return decodedText(body, label ?? textEncoding(body));
}
