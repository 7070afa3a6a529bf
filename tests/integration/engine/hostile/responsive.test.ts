import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../support/zip.js';
import { processorMsSince } from '../../../support/processor-time.js';
import { attack, attackWith, pdfWith } from './support/hostile.js';

/**
 * The longest work without a break that Platen's own thread, which serves the window and all other
 * conversions, may do: milliseconds of processor time.
 */
const longestMs = 1000;

const beatMs = 50;

/** Runs timers during an action, and returns the longest work between two, in milliseconds. */
async function longestWork(work: () => Promise<unknown>): Promise<number> {
  let last = process.cpuUsage();
  let longest = 0;
  const tick = () => {
    longest = Math.max(longest, processorMsSince(last));
    last = process.cpuUsage();
  };
  const timer = setInterval(tick, beatMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
    tick();
  }
  return longest;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-responsive-'));
  // The run-time starts with the first page, which must not count for any of the pages.
  await attackWith('<p>first');
});
afterAll(async () => rm(folder, { recursive: true }));

const megabyte = 2 ** 20;
const path = Array.from({ length: 60_000 }, (_, n) => `L${10_000 + n} ${20_000 + (n % 7)}`);

const container = `<container><rootfiles>
  <rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** Returns a book of one page, with text at the end of its package. */
function bookOf(end: string): Buffer {
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'book.opf': `<package><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/>
      </manifest><spine><itemref idref="a"/></spine></package>${end}`,
    'a.html': '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>shown</p></body></html>',
  });
}

describe("Platen's own thread stays responsive", () => {
  it.each([
    ['comments before a late doctype', `${'<!-- - -->'.repeat(45)}<!doctype html><p>shown`],
    ['unterminated links', `<p>shown</p>${'<link '.repeat(160_000)}`],
    ['an attribute of blanks', `<p>shown</p><a href=${' '.repeat(megabyte / 2)}`],
    ['an unterminated comment', `<p>shown</p>${'<!--'.repeat(100_000)}`],
    ['a drawing of 60,000 lines', `<p>shown</p><svg><path d="M0 0${path.join('')}"/></svg>`],
    [
      'a drawing of 60,000 lines with characters beyond Latin',
      `<p>shown ありがとう</p><svg><path d="M0 0${path.join('')}"/></svg>`,
    ],
  ])('while a page with %s is converted', async (_what, html) => {
    const convert = async () => expect(await attackWith(html)).toEqual(pdfWith('shown'));
    expect(await longestWork(convert)).toBeLessThan(longestMs);
  });

  it.each([
    ['blanks', ' '.repeat(megabyte)],
    ['unterminated URLs', `<style>p { background: url(${' '.repeat(megabyte)}</style>`],
    ['words and blanks', 'x    '.repeat(megabyte / 5)],
  ])('while an archive of %s is converted', async (_what, content) => {
    const file = join(folder, 'archive.mhtml');
    const head = ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'];
    await writeFile(file, [...head, '', `<p>shown</p>${content}.`].join('\r\n'));
    const convert = async () => {
      const request = { source: { kind: 'file', path: file } };
      expect(await attack(request)).toEqual(pdfWith('shown'));
    };
    expect(await longestWork(convert)).toBeLessThan(longestMs);
  });

  it.each([
    ['a text of form feeds', 'text.txt', `shown${'\f'.repeat(4000)}${' '.repeat(400_000)}.`],
    [
      'a text of headings without an end',
      'headings.md',
      `shown\n\n<!--${'<h1>'.repeat(60_000)}-->`,
    ],
    ['a text of tags without an end', 'tags.md', `shown\n\n<h1>${'<'.repeat(60_000)}</h1>`],
    [
      'a page with an encoding of blanks',
      'page.html',
      `<meta charset=${' '.repeat(60_000)}><p>shown ü`,
    ],
    ['a book of declarations', 'book.epub', bookOf('<?xml'.repeat(40_000))],
    ['a book of long names', 'names.epub', bookOf(`<${'a'.repeat(60_000)}<`)],
  ])('while %s is converted', async (_what, name, content) => {
    const file = join(folder, name);
    await writeFile(file, content);
    const convert = async () => {
      const request = { source: { kind: 'file', path: file }, pages: '1' };
      expect(await attack(request)).toEqual(pdfWith('shown'));
    };
    expect(await longestWork(convert)).toBeLessThan(longestMs);
  });
});
