// Draws resources/icon.svg in the sizes of all systems: `PLATEN_CHROMIUM=/path node
// tools/icons/make-icons.mjs`. electron-builder would download a program for this, so the files are
// committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { icnsFile, icoFile } from './icon-files.mjs';
import { answerHelp } from '../answer-help.mjs';

answerHelp(`PLATEN_CHROMIUM=/path node tools/icons/make-icons.mjs

Draws resources/icon.svg in the sizes of all systems, and writes them to resources/.
`);

const resources = resolve(import.meta.dirname, '../../resources');
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];

const pictures = await drawAll(readFileSync(join(resources, 'icon.svg'), 'utf8'), sizes);

mkdirSync(join(resources, 'icons'), { recursive: true });
for (const [size, png] of pictures) {
  writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png);
}
writeFileSync(join(resources, 'icon.png'), picture(512));
writeFileSync(join(resources, 'icon.ico'), icoFile([16, 32, 48, 64, 128, 256], picture));
writeFileSync(join(resources, 'icon.icns'), icnsFile(picture));

/**
 * @param {string} svg
 * @param {number[]} edges in pixels
 * @returns {Promise<Map<number, Buffer>>}
 */
async function drawAll(svg, edges) {
  const executablePath = process.env['PLATEN_CHROMIUM'] ?? '/usr/bin/chromium';
  const asRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, args: asRoot ? ['--no-sandbox'] : [] });
  const page = await browser.newPage();
  const drawn = new Map();
  for (const edge of edges) {
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${edge}px }</style>${svg}`,
    );
    drawn.set(edge, await page.locator('svg').screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}

/**
 * @param {number} size
 * @returns {Buffer}
 */
function picture(size) {
  const png = pictures.get(size);
  if (png === undefined) throw new Error(`No picture of ${size} pixels was drawn.`);
  return png;
}
