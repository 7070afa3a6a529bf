import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../../shared/errors.js';
import { quotePath } from '../../../../shared/request/text.js';
import { MhtmlArchive } from './mhtml-archive.js';

/** The largest archive that is read, in bytes: all of it is in memory at once. */
const maxArchiveBytes = 64 * 1024 * 1024;

/** Answers requests for an archive and its parts; null for addresses that are not the archive's. */
export type MhtmlServer = (address: string) => Promise<Response | null>;

/**
 * Serves an archive: the page at `own`, its parts at `own/1` and so on. Its scripts do not run: in browsers they do not either, and what they made of the page
 * is in it.
 * @param own the address at which the page is opened
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

/** Reads an archive. @throws AppError `source-unreadable` if it is too large, or holds no page */
export async function readMhtml(path: string): Promise<MhtmlArchive> {
  const { size } = await stat(path);
  if (size > maxArchiveBytes) throw unreadable(path, 'is larger than 64 MB');
  const archive = new MhtmlArchive(await readFile(path));
  if (!archive.hasPage) throw unreadable(path, 'holds no page');
  return archive;
}

function partNumber(address: string, own: string): number | null | undefined {
  if (address === own) return null;
  const rest = address.startsWith(`${own}/`) ? address.slice(own.length + 1) : '';
  return /^\d{1,6}$/.test(rest) ? Number(rest) : undefined;
}

function unreadable(path: string, fault: string): AppError {
  const message = `The MHTML archive ${quotePath(path)} ${fault}; save the page again, or as HTML.`;
  return new AppError('source-unreadable', message);
}
