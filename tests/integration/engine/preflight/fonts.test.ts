import { describe, expect, it } from 'vitest';
import { findingsOf, ownFont } from './support/findings.js';

const replaced = (family: string, by: string | RegExp) => [
  expect.stringMatching(
    new RegExp(
      `^The font "${family}" is neither installed nor loaded by the page; ${String(by)} was used instead\\.$`,
    ),
  ) as string,
];

describe('a missing font', () => {
  it.each([
    ['font-family: "Platen Nowhere", sans-serif', 'Platen Nowhere', 'the standard sans-serif font'],
    ['font-family: Nowhere', 'Nowhere', 'the standard font'],
    ['font-family: "Platen Nowhere", Mine, serif', 'Platen Nowhere', '"Mine"'],
    ['font-family: "No\\"where", Mine', 'No"where', '"Mine"'],
    ['font-family: Broken, Mine', 'Broken', '"Mine"'],
    // No font of this name exists outside of Apple's systems.
    [
      'font-family: Nowhere, ui-rounded, BlinkMacSystemFont, serif',
      'Nowhere',
      'the standard serif font',
    ],
    ['font: bold 12px/1 Calibri-Platen, serif', 'Calibri-Platen', 'the standard serif font'],
  ])('%s is reported with its replacement', { tags: ['core'] }, async (style, family, by) => {
    const broken =
      '<style>@font-face { font-family: Broken; src: url(data:font/woff2,no) }</style>';
    const html = `${ownFont('Mine')}${broken}<p style='${style}'>text`;
    expect(await findingsOf('fonts', html)).toEqual(replaced(family, by));
  });

  it('is reported once, and also with JavaScript off', async () => {
    const html = '<style>p { font-family: Nowhere, serif }</style><p>a<p>b<p>c';
    expect(await findingsOf('fonts', html, { disableJavascript: true })).toHaveLength(1);
  });

  it.each([
    ['is not used for any text', '<p style="font-family: Nowhere"></p>text'],
    ['is hidden', '<p style="font-family: Nowhere; display: none">text</p>text'],
    ['comes after an existing one', `${ownFont('Mine')}<p style="font-family: Mine, Nowhere">x`],
    ['is only requested by the system', '<p style="font-family: system-ui, Nowhere">text'],
    ['is in a list for several systems', '<p style="font-family: Optima, Geneva, sans-serif">text'],
    ['is generic', '<p style="font-family: -apple-system, BlinkMacSystemFont, sans-serif">text'],
  ])('is not reported if it %s', async (_why, html) => {
    expect(await findingsOf('fonts', html)).toEqual([]);
  });
});

describe('characters missing in all fonts', () => {
  const boxes = (list: string) =>
    `characters are in no installed or loaded font, so empty boxes are printed: ${list}.`;

  it('are reported with their code points', async () => {
    const html = '<p>fine \u{10FFF0} fine \u{10FFF1}<p>\u{10FFF0}';
    expect(await findingsOf('fonts', html)).toEqual([`2 ${boxes('U+10FFF0 and U+10FFF1')}`]);
  });

  it('are found in generated content, and counted if they are many', async () => {
    const many = Array.from({ length: 12 }, (_, n) => String.fromCodePoint(0x10fff0 - n)).join('');
    const html = `<style>p::before { content: "${many}" }</style><p>fine`;
    const [finding] = await findingsOf('fonts', html, { disableJavascript: true });
    expect(finding).toMatch(/^12 characters .*: (U\+10FF\w\w, ){8}and 4 more\.$/);
  });

  it.each([
    ["in the page's own font", `${ownFont('Mine')}<p style="font-family: Mine">Ärger ½ €`],
    ['that are never drawn', '<p>soft\u00adhyphen zero\u200bwidth \u2066bidi\u2069 e\u0301 \ufe0f'],
    ['that are hidden', '<p hidden>\u{10FFF0}</p><p style="visibility:hidden">\u{10FFF1}'],
  ])('%s are not reported', async (_which, html) => {
    expect(await findingsOf('fonts', html)).toEqual([]);
  });
});
