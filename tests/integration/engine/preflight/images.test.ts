import { describe, expect, it } from 'vitest';
import { bitmap, findingsOf as all } from './support/findings.js';

const findingsOf = async (html: string, options?: object) => all('images', html, options);

describe('images', () => {
  it.each([
    [
      `<img alt="A map" src="${bitmap(100)}" style="width:4in">`,
      {},
      'The image "A map" has a low resolution in print: 100 x 100 pixels on 102 x 102 mm are 25 pixels per inch.',
    ],
    [
      `<img src="${bitmap(200)}">`,
      { zoom: 2 },
      'The image in the HTML itself has a low resolution in print: 200 x 200 pixels on 106 x 106 mm are 48 pixels per inch.',
    ],
    [
      `<img alt=x src="${bitmap(100)}" style="width:6in;height:2in;object-fit:cover">`,
      {},
      'The image "x" has a low resolution in print: 100 x 100 pixels on 152 x 152 mm are 17 pixels per inch.',
    ],
  ])('are reported if their resolution is low', async (html, options, message) => {
    expect(await findingsOf(html, options)).toEqual([message]);
  });

  const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  it.each([
    ['are at their own size', `<img src="${bitmap(200)}">`, {}],
    ['have a high resolution', `<img src="${bitmap(300)}" style="width:3in">`, {}],
    ['are small', `<img src="${bitmap(8)}" style="width:15mm">`, {}],
    ['are drawings', `<img src='${svg}' style="width:15cm">`, {}],
    ['are stretched lines', `<img src="${bitmap(40)}" style="width:18cm;height:2px">`, {}],
    ['are hidden', `<img src="${bitmap(8)}" style="width:9cm;visibility:hidden">`, {}],
    [
      'are scaled down with the page',
      `<img src="${bitmap(200)}" style="width:3.5in">`,
      { zoom: 0.5 },
    ],
    ['are selected for the screen', `<img srcset="${bitmap(99)} 2x" style="width:9cm">`, {}],
    [
      'stay small in a large box',
      `<img src="${bitmap(99)}" style="width:9cm;height:9cm;object-fit:none">`,
      {},
    ],
  ])('are not reported if they %s', async (_why, html, options) => {
    expect(await findingsOf(html, options)).toEqual([]);
  });
});
