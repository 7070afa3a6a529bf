import { spawnSync } from 'node:child_process';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The contents of a PDF. */
export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  readonly information: Readonly<Record<string, unknown>>;
  /** The text of all pages, as a viewer would select it. */
  readonly text: string;
  /** The URLs of its links. */
  readonly links: readonly string[];
  /** The titles of its bookmarks, without those below others. */
  readonly bookmarks: readonly string[];
}

interface ReadPage {
  /** In points, as shown. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

/** Reads a PDF with pdf.js. @param password that opens it; empty: none */
export async function readPdf(bytes: Uint8Array, password = ''): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: 0 });
  const document = await task.promise;
  const pages: ReadPage[] = [];
  const links: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
    // pdf.js calls a URL unsafe that a browser would not open from a web page, such as a file URL.
    const annotations = (await page.getAnnotations()) as { unsafeUrl?: string }[];
    links.push(...annotations.flatMap(({ unsafeUrl }) => unsafeUrl ?? []));
    pages.push({ width, height, text });
  }
  const { info } = await document.getMetadata();
  const outline = (await document.getOutline()) as readonly { title: string }[] | null;
  const bookmarks = (outline ?? []).map(({ title }) => title);
  await task.destroy();
  const information = Object.fromEntries(Object.entries(info));
  return { pages, information, text: pages.map(({ text }) => text).join('\n'), links, bookmarks };
}

/** Returns what qpdf reports about a file: empty if it is valid, null if qpdf is not installed. */
export function qpdfComplaints(path: string, password = ''): string | null {
  const options = ['--check', `--password=${password}`];
  const check = spawnSync('qpdf', [...options, path], { encoding: 'utf8' });
  if (check.error !== undefined || check.status === 127) return null;
  return check.status === 0 ? '' : check.stdout + check.stderr;
}
