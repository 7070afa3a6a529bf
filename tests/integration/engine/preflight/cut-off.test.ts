import { describe, expect, it } from 'vitest';
import { publicFindings } from '../../../../electron/shared/request/preflight.js';
import { convert } from '../../support/convert.js';
import { readPdf } from '../../../support/read-pdf.js';
import { findingsOf } from './support/findings.js';

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
const paper = { format: '20cmx20cm', margin };

/** Returns content so many times as wide as the page content, 18 cm, with text at both ends. */
const wide = (times: number) =>
  `<style>body { margin: 0 }</style><div class="board" style="width:${times * 18}cm;display:flex;justify-content:space-between"><b>start</b><b>finish</b></div>`;

describe('content wider than the paper', () => {
  it.each([
    [1.4, {}, 0],
    [1.6, {}, 12],
    [2, {}, 60],
    [0.9, { zoom: 2 }, 36],
    [2.8, { zoom: 0.5 }, 0],
  ])(
    '%d times with %j lacks %i mm, as the PDF shows',
    { tags: ['core'] },
    async (times, options, lacking) => {
      const source = { kind: 'html', html: wide(times) };
      const { preflight, bytes } = await convert({ source, ...paper, ...options });
      const lack = `div.board ("startfinish") is clipped at the right edge of the page: ${lacking} mm do not fit, even though the page was scaled down to two thirds.`;
      expect(publicFindings(preflight)).toEqual(
        lacking === 0 ? [] : [{ kind: 'cut-off', message: lack }],
      );
      expect((await readPdf(bytes)).text.includes('finish')).toBe(lacking === 0);
    },
  );

  it('is measured on the paper size that the page sets', async () => {
    const style = '<style>@page { size: 105mm 148mm; margin: 5mm } body { margin: 0 }</style>';
    const board = '<div id=board style="width:20cm">board</div>';
    expect(await findingsOf('cut-off', `${style}<p>text</p>${board}`)).toEqual([
      expect.stringMatching(/^div#board \("board"\) is clipped .*: \d\d mm do not fit/),
    ]);
    expect(await findingsOf('cut-off', `${style}<p>${'text '.repeat(500)}`)).toEqual([]);
  });

  it('may be text that does not break, and is reported for the outermost of nested elements', async () => {
    const html = `<p id=word>${'x'.repeat(400)}</p><table id=t><tr><td style="min-width:90cm">a</table>`;
    const findings = await findingsOf('cut-off', html, paper);
    expect(findings.map((finding) => finding.split(' ')[0])).toEqual(['p#word', 'table#t']);
  });

  it.each([
    ['waits beyond the edge', '<nav style="position:absolute;left:99cm">menu</nav>'],
    [
      'is clipped on purpose',
      '<div style="overflow:hidden;width:5cm"><p style="width:90cm">x</div>',
    ],
    ['is to the left', '<p style="position:absolute;left:-99cm">for screen readers'],
  ])('is not reported if it %s', async (_why, html) => {
    expect(await findingsOf('cut-off', `<p>x</p>${html}`, paper)).toEqual([]);
  });
});

describe('scrolling content', () => {
  it('is reported with the size of its hidden part', async () => {
    const html = `<pre class="code big" style="overflow:auto;width:5cm"><span style="display:block;width:9cm">code</span></pre>
      <div id=log style="overflow-y:scroll;height:2cm"><div style="height:7cm">lines</div></div>`;
    expect(await findingsOf('cut-off', html, paper)).toEqual([
      'pre.code ("code") is clipped; scrolling would show 40 mm to the right.',
      'div#log ("lines") is clipped; scrolling would show 50 mm below.',
    ]);
  });

  it.each([
    ['has no hidden part', '<div style="overflow:auto;width:5cm"><p style="width:4cm">x</div>'],
    [
      'is not printed',
      '<div style="overflow:auto;width:5cm;position:absolute;left:-9cm"><p style="width:9cm">x</div>',
    ],
    ['is hidden', '<div style="overflow:auto;width:5cm;opacity:0"><p style="width:9cm">x</div>'],
    [
      'is fully shown in print',
      '<style>@media print { div { overflow: visible !important } }</style><div style="overflow:auto;width:5cm"><p style="width:9cm">x</div>',
    ],
  ])('is not reported if it %s', async (_why, html) => {
    expect(await findingsOf('cut-off', html, paper)).toEqual([]);
  });

  it('is found in a custom element', async () => {
    const html = `<x-log></x-log><script>
      document.querySelector('x-log').attachShadow({ mode: 'open' }).innerHTML =
        '<div id=in style="overflow:auto;height:1cm"><div style="height:3cm">lines</div></div>';
    </script>`;
    expect(await findingsOf('cut-off', html)).toEqual([
      expect.stringContaining('20 mm below') as string,
    ]);
  });
});
