import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
});
