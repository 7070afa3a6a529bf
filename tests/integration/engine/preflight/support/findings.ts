import { readFileSync } from 'node:fs';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { resolve } from 'node:path';
import type { FindingKind } from '../../../../../electron/shared/request/preflight.js';
import { convert } from '../../../support/convert.js';

/** Returns the messages of one kind for HTML text, from the real engine. */
export async function findingsOf(
  kind: FindingKind,
  html: string,
  options: object = {},
): Promise<readonly string[]> {
  const { preflight } = await convert({ source: { kind: 'html', html }, ...options });
  return preflight
    .filter((finding) => finding.kind === kind)
    .map(({ message }) => englishText(message));
}

const fontFile = resolve(
  import.meta.dirname,
  '../../../../../examples/fonts/noto-sans-jp-latin-400-normal.woff2',
);

/** Returns a style sheet with a Latin font for a page. */
export function ownFont(family: string): string {
  const data = readFileSync(fontFile).toString('base64');
  return `<style>@font-face { font-family: "${family}"; src: url(data:font/woff2;base64,${data}) }</style>`;
}

/** Returns a square image of one color with this many pixels per side. */
export function bitmap(side: number): string {
  const header = Buffer.alloc(54);
  const row = Math.ceil((side * 3) / 4) * 4;
  header.write('BM');
  header.writeUInt32LE(54 + row * side, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(row * side, 0x99);
  return `data:image/bmp;base64,${Buffer.concat([header, pixels]).toString('base64')}`;
}
