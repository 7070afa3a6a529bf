// @module-tag core

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';

const examples = resolve(import.meta.dirname, '../../../examples');

async function convertExample(name: string, options: object = {}) {
  const source = { kind: 'file', path: resolve(examples, name) };
  const { bytes, preflight } = await convert({ source, ...options });
  return { ...(await readPdf(bytes)), preflight };
}

describe('the examples', () => {
  it.each([
    ['invoice.html', 1, ['2026-0147', '€4,470.40']],
    ['report.html', 12, ['A shed full of ladders', 'Contents']],
    ['wide-tables.html', 4, ['Stock list']],
    ['arabic.html', 2, ['كيف', 'كثير', 'اليمين']],
    ['japanese.html', 2, ['紙の手ざわり', '雨の日の工房']],
    ['chart.html', 1, ['A year of weather on the sample roof', 'Wind by hour and day']],
    ['print-css.html', 6, []],
  ])('%s has %i pages, and its text can be selected', async (name, pages, texts) => {
    const pdf = await convertExample(name);
    expect(pdf.pages).toHaveLength(pages);
    expect(pdf.preflight).toEqual([]);
    for (const word of texts) expect(pdf.text.replaceAll('\n', '')).toContain(word);
  });

  it('print exactly the selected pages', async () => {
    const whole = await convertExample('report.html');
    const chosen = await convertExample('report.html', { pages: '2-3' });
    expect(chosen.pages.map(({ text }) => text)).toEqual(
      whole.pages.slice(1, 3).map(({ text }) => text),
    );
  });

  it('keep the paper size of their print CSS', async () => {
    const [first] = (await convertExample('print-css.html')).pages;
    expect(Math.abs((first?.width ?? 0) - 419.5)).toBeLessThan(1);
    expect(Math.abs((first?.height ?? 0) - 595.3)).toBeLessThan(1);
  });
});
