import { decodedText, isEncoding, markedEncoding } from '../sources/text-encoding.js';
import type { LoadedFile } from './loaded-files.js';

/** A `data:` address (RFC 2397). */
export function dataAddress(type: string, bytes: Buffer): string {
  return `data:${type.replaceAll(/\s/g, '')};base64,${bytes.toString('base64')}`;
}

/** The same for a text, whatever its encoding was. */
export function textDataAddress(type: string, text: string): string {
  return dataAddress(`${essence(type)};charset=utf-8`, Buffer.from(text));
}

/** The media type without its parameters. */
export function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * The text of a file: as its byte order mark says, else as the answer that brought it, else as it says itself, else as what names it (Encoding Standard, 6;
 * CSS Syntax, 3.2).
 */
export function textOf({ type, bytes }: LoadedFile, stated: string | null, around: string): string {
  const ofAnswer = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? null;
  const label = [markedEncoding(bytes), ofAnswer, stated, around].find(
    (each) => each !== null && isEncoding(each),
  );
  return decodedText(bytes, label ?? 'utf-8');
}

/** What a style sheet says about its own encoding in its first bytes; null if it says nothing. */
export function styleEncoding(bytes: Buffer): string | null {
  return /^@charset "([^"]*)";/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? null;
}
