import { describe, expect, it } from 'vitest';
import { planPrint } from '../../../../../electron/main/engine/sheet/print-options.js';
import { parseConversionRequest } from '../../../../../electron/shared/request/request.js';

const plan = (options: object) =>
  planPrint(parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, ...options }));

describe('planPrint', () => {
  it("keeps the page's own CSS without options, on A4 in whole points", () => {
    const { options, styles } = plan({});
    expect(styles).toBe('');
    expect(options).toEqual({
      pageSize: { width: 595 / 72, height: 842 / 72 },
      margins: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
      printBackground: true,
      preferCSSPageSize: true,
      scale: 1,
    });
  });

  it('prints on the paper of the region if neither the page nor the request names one', () => {
    const { options, styles } = plan({ defaultFormat: 'letter' });
    expect(options.pageSize).toEqual({ width: 8.5, height: 11 });
    expect(styles).toBe('');
    expect(plan({ defaultFormat: 'letter', format: 'a5' }).styles).toContain('size: 420pt 595pt');
    expect(plan({ defaultFormat: 'letter', landscape: true }).styles).toContain('792pt 612pt');
  });

  it('overrides the page with a selected format', () => {
    expect(plan({ format: 'letter' }).styles).toBe('@page { size: 612pt 792pt !important }');
  });

  it('rotates the paper size instead of using the landscape option', () => {
    const { options, styles } = plan({ format: 'letter', landscape: true });
    expect(options.pageSize).toEqual({ width: 11, height: 8.5 });
    expect(options.landscape).toBeUndefined();
    expect(styles).toBe('@page { size: 792pt 612pt !important }');
  });

  it('overrides only the selected sides', () => {
    const { options, styles } = plan({ margin: { top: '1in', left: '0px' } });
    expect(options.margins).toEqual({ top: 1, right: 0.4, bottom: 0.4, left: 0 });
    expect(styles).toBe('@page { margin-top: 1in !important; margin-left: 0in !important }');
  });

  it.each([
    ['1-3', '1-3'],
    ['1, 4, 9', '1,4,9'],
    ['2', '2'],
  ])('passes the pages %s on as %s', (pages, expected) => {
    expect(plan({ pages }).options.pageRanges).toBe(expected);
  });

  it.each([
    [{ format: '10mmx10mm' }],
    [{ format: 'a4', margin: { left: '206mm' } }],
    [{ format: '0.2inx0.2in', margin: { top: '0.05in' } }],
  ])('leaves room on the page with %j', (options) => {
    const { options: print, contentWidthPx } = plan(options);
    const { width, height } = print.pageSize as { width: number; height: number };
    const { top = 0, right = 0, bottom = 0, left = 0 } = print.margins ?? {};
    expect(width - left - right).toBeGreaterThan(0);
    expect(height - top - bottom).toBeGreaterThan(0);
    expect(contentWidthPx).toBeGreaterThan(0);
  });

  it('makes the window as wide as the paper between its margins', () => {
    expect(
      plan({ format: '1000pxx1000px', margin: { left: '100px', right: '50px' } }).contentWidthPx,
    ).toBe(850);
    expect(
      plan({ format: '1000pxx1000px', margin: { left: '0px', right: '0px' }, zoom: 2 })
        .contentWidthPx,
    ).toBe(500);
  });
});
