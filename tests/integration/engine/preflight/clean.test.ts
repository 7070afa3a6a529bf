import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert } from '../../support/convert.js';
import { bitmap, ownFont } from './support/findings.js';

const examples = resolve(import.meta.dirname, '../../../../examples');

async function preflightOf(source: object, options: object = {}) {
  return (await convert({ source, ...options })).preflight;
}

describe('there are no warnings for', () => {
  it.each([
    ['a plain page', '<title>T</title><h1>Head</h1><p>Text with <b>words</b>, é, — and “q”.'],
    ['an empty page', '<p></p>'],
    ['a page with a script', '<p id=p></p><script>p.textContent = "x"; console.log("y")</script>'],
    ['a form', '<form><button>Send</button><select size=2><option>1<option>2<option>3</select>'],
    ['a warning', '<script>console.warn("careful"); console.info("fine")</script>'],
    ['an image at its own size', `<img src="${bitmap(200)}">`],
    ['a page with its own font', `${ownFont('Mine')}<p style="font-family:Mine">x`],
    ['a drawing', '<svg width=500 height=500><text x=9 y=20>x</text><rect width=99 height=99 />'],
  ])('%s', async (_what, html) => {
    expect(await preflightOf({ kind: 'html', html })).toEqual([]);
  });

  it.each(readdirSync(examples).filter((name) => name.endsWith('.html')))('%s', async (name) => {
    expect(await preflightOf({ kind: 'file', path: resolve(examples, name) })).toEqual([]);
  });
});
