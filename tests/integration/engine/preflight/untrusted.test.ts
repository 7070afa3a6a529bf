import { describe, expect, it } from 'vitest';
import { publicFindings } from '../../../../electron/shared/request/preflight.js';
import { convert } from '../../support/convert.js';
import { findingsOf } from './support/findings.js';

const scroller =
  '<div id=log style="overflow:auto;height:1cm"><div style="height:3cm">lines</div></div>';
const found = 'div#log ("lines") is clipped; scrolling would show 20 mm below.';

describe('a page that evades preflight', () => {
  it('cannot hide with the names of its forms and fields', async () => {
    const names = [
      'images',
      'fonts',
      'scripts',
      'title',
      'body',
      'documentElement',
      'createTreeWalker',
    ];
    const forms = [...names, 'adoptedStyleSheets', 'querySelector', 'readyState', 'defaultView'];
    const fields = [
      'localName',
      'tagName',
      'getAttribute',
      'checkVisibility',
      'clientHeight',
      'shadowRoot',
    ];
    const html = `<title>T</title><form id=platenSheet></form><form id=getComputedStyle></form>
      ${forms.map((name) => `<form name=${name}></form>`).join('')}
      <form id=log style="overflow:auto;height:1cm">${fields.map((name) => `<input type=hidden name=${name}>`).join('')}
        <div style="height:3cm">lines</div></form>`;
    const { preflight, title } = await convert({
      source: { kind: 'html', html },
      margin: { top: '1cm' },
    });
    expect(publicFindings(preflight)).toEqual([
      { kind: 'cut-off', message: found.replace('div', 'form') },
    ]);
    expect(title).toBe('T');
  });

  it("cannot hide by replacing Chromium's functions", async () => {
    const html = `<script>
      for (const type of [Element, Document, Node, HTMLElement, Text, Range, Array, Set, Map, String]) {
        for (const name of Object.getOwnPropertyNames(type.prototype)) {
          if (name !== 'constructor')
            Object.defineProperty(type.prototype, name, { get: () => { throw new Error('hidden'); } });
        }
      }
      window.getComputedStyle = () => ({ overflowX: 'visible', overflowY: 'visible', fontFamily: 'x' });
      window.OffscreenCanvas = window.NodeFilter = window.performance = undefined;
    </script>${scroller}`;
    expect(await findingsOf('cut-off', html)).toEqual([found]);
  });

  it('is checked with JavaScript off', async () => {
    expect(await findingsOf('cut-off', scroller, { disableJavascript: true })).toEqual([found]);
  });

  it('is checked up to a limit, so that a huge one costs little', async () => {
    const many = '<i></i>'.repeat(30_000);
    expect(await findingsOf('cut-off', scroller + many)).toEqual([found]);
    expect(await findingsOf('cut-off', many + scroller)).toEqual([]);
  });
});
