import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * @typedef {{ readonly aspect: string, readonly platen: unknown, readonly chromium: unknown }} Difference
 * @typedef {{ readonly page: string, readonly differences: readonly Difference[], readonly warnings: readonly string[] }} Comparison
 */

/** Resolution of the compared pictures, in dots per inch. */
const dpi = 60;

/** Pictures count as equal up to this share of differing pixels on every page. */
const maxDiffering = 0.001;

/** Gray values that differ by more than this, of 255, count as different. */
const tolerance = 48;

/**
 * Compares the two PDFs of a page by pdf.js and poppler.
 * @param {string} page
 * @param {import('./print.mjs').Printed | undefined} platen
 * @param {import('./print.mjs').Printed | undefined} chromium
 * @returns {Promise<Comparison>}
 */
export async function comparePdfs(page, platen, chromium) {
  const warnings = platen?.warnings ?? [];
  if (!platen?.path || !chromium?.path) {
    const [ours, theirs] = [platen?.error ?? platen?.path, chromium?.error ?? chromium?.path];
    const failed = { aspect: 'failed', platen: ours ?? 'no result', chromium: theirs };
    return { page, differences: [failed], warnings };
  }
  const [ours, theirs] = [await factsOf(platen.path), await factsOf(chromium.path)];
  const differences = ['count', 'text', 'links', 'fonts'].flatMap((aspect) =>
    differenceOf(aspect, ours[aspect], theirs[aspect]),
  );
  const differing =
    ours['count'] === theirs['count'] ? differingPixels(platen.path, chromium.path) : 0;
  if (differing > maxDiffering) {
    differences.push({
      aspect: 'picture',
      platen: `${(100 * differing).toFixed(2)} %`,
      chromium: '',
    });
  }
  return { page, differences, warnings };
}

/**
 * @param {string} aspect
 * @param {unknown} platen
 * @param {unknown} chromium
 * @returns {Difference[]}
 */
function differenceOf(aspect, platen, chromium) {
  if (JSON.stringify(platen) === JSON.stringify(chromium)) return [];
  if (!Array.isArray(platen) || !Array.isArray(chromium)) return [{ aspect, platen, chromium }];
  if (aspect === 'text') return [firstDifference(platen, chromium)];
  // Only what differs, so that the list can be read.
  const without = (/** @type {string[]} */ all, /** @type {string[]} */ others) =>
    all.filter((one) => !others.includes(one));
  return [{ aspect, platen: without(platen, chromium), chromium: without(chromium, platen) }];
}

/**
 * @param {readonly string[]} platen texts of pages
 * @param {readonly string[]} chromium
 * @returns {Difference} the first differing characters and the number of their page
 */
function firstDifference(platen, chromium) {
  const index = platen.findIndex((text, at) => text !== chromium[at]);
  const [ours, theirs] = [platen[index] ?? '', chromium[index] ?? ''];
  let at = 0;
  while (ours[at] === theirs[at] && at < ours.length) at += 1;
  const around = (/** @type {string} */ text) => text.slice(Math.max(0, at - 40), at + 60);
  const place = `page ${index + 1}: `;
  return { aspect: 'text', platen: place + around(ours), chromium: place + around(theirs) };
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, unknown>>}
 */
async function factsOf(path) {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const pdf = await task.promise;
  /** @type {string[]} */
  const text = [];
  /** @type {string[]} */
  const links = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    text.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s+/g, ''),
    );
    const annotations = await page.getAnnotations();
    links.push(
      ...annotations
        .filter(({ subtype }) => subtype === 'Link')
        .map(({ url, unsafeUrl, dest }) => `${number} ${url ?? unsafeUrl ?? JSON.stringify(dest)}`),
    );
    page.cleanup();
  }
  await task.destroy();
  // One link may have several rectangles, which depends on fractions of a pixel.
  const distinct = [...new Set(links)].sort();
  return { count: pdf.numPages, text, links: distinct, fonts: fontsOf(path) };
}

/**
 * @param {string} path
 * @returns {readonly string[]} names and types without the tags of subsets
 */
function fontsOf(path) {
  const [, , ...lines] = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n');
  const names = lines.map((line) =>
    line
      .slice(0, 54)
      .trim()
      .replace(/^[A-Z]{6}\+/, ''),
  );
  return [...new Set(names)].sort();
}

/**
 * @param {string} first
 * @param {string} second
 * @returns {number} the largest share of differing pixels of all pages; 1 if the sizes differ
 */
function differingPixels(first, second) {
  const [ours, theirs] = [picturesOf(first), picturesOf(second)];
  let largest = 0;
  for (const [index, { header, pixels }] of ours.entries()) {
    const other = theirs[index];
    if (other?.header !== header) return 1;
    let differing = 0;
    for (let at = 0; at < pixels.length; at += 1) {
      if (Math.abs(Number(pixels[at]) - Number(other.pixels[at])) > tolerance) differing += 1;
    }
    largest = Math.max(largest, differing / pixels.length);
  }
  return largest;
}

/**
 * Draws the pages in gray.
 * @param {string} path
 * @returns {readonly { readonly header: string, readonly pixels: Buffer }[]}
 */
function picturesOf(path) {
  const args = ['-r', String(dpi), '-gray', path];
  let rest = execFileSync('pdftoppm', args, { maxBuffer: 2 ** 31 });
  const pictures = [];
  // Netpbm's "P5 WIDTH HEIGHT 255", a line break and the pixels, page after page.
  for (;;) {
    const match = /^P5\s(\d+)\s(\d+)\s255\s/.exec(rest.subarray(0, 40).toString('latin1'));
    if (!match) return pictures;
    const [header, width, height] = match;
    const end = header.length + Number(width) * Number(height);
    pictures.push({ header, pixels: rest.subarray(header.length, end) });
    rest = rest.subarray(end);
  }
}
