import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { publicFindings } from '../../../../electron/shared/request/preflight.js';
import { convert } from '../../support/convert.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { page, startWebServer } from '../../support/web-server.js';
import { bitmap, findingsOf } from './support/findings.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const text = `data:image/png;base64,${Buffer.from('no image').toString('base64')}`;
const cutOff = bitmap(9).slice(0, 60);
const displayed = "can't be displayed: it is damaged, or not an image.";

describe('a page that is not valid XML', () => {
  it.each([
    [
      'page.xhtml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><p>one</p><p>two<p>three</p></html>',
    ],
    ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"></svg>'],
  ])('is reported: %s', async (name, text) => {
    const root = folder.with({ [name]: text });
    const { preflight } = await convert({ source: { kind: 'file', path: join(root, name) } });
    const message = /^The page is not valid XML, .+ \(line 1 at column \d+: .+\)\.$/;
    expect(publicFindings(preflight)).toEqual([
      { kind: 'resources', message: expect.stringMatching(message) as string },
    ]);
  });

  it('is not what a page in HTML calls an error', async () => {
    expect(await findingsOf('resources', '<parsererror><div>no</div></parsererror>')).toEqual([]);
  });
});

describe('an image that loaded and cannot be decoded', () => {
  it.each([
    ['in the HTML', `<img src="${text}">`, 'The image in the HTML itself'],
    ['with an alternative text', `<img alt="A map" src="${text}">`, 'The image "A map"'],
    ['that is cut off', `<img alt=x src="${cutOff}">`, 'The image "x"'],
    [
      'in a shadow tree',
      `<p><template shadowrootmode=open><img alt=x src="${text}">`,
      'The image "x"',
    ],
    ['of a page with a script', `<script></script><img alt=x src="${text}">`, 'The image "x"'],
  ])('%s is reported', async (_which, html, image) => {
    expect(await findingsOf('resources', html)).toEqual([`${image} ${displayed}`]);
  });

  it('is reported by its path, and a missing one only as such', async () => {
    const root = folder.with({
      'page.html': '<img src=photo.png><img src="photo.png#again"><img src=none.png>',
      'photo.png': 'no image',
    });
    const { preflight } = await convert({
      source: { kind: 'file', path: join(root, 'page.html') },
    });
    expect(publicFindings(preflight)).toEqual([
      { kind: 'resources', message: expect.stringContaining('none.png') as string },
      { kind: 'resources', message: `${join(root, 'photo.png')} ${displayed}` },
    ]);
  });

  it('is reported by its URL, and one that failed only as such', { tags: ['core'] }, async () => {
    const server = await startWebServer({
      '/': page('<img src=/photo.png><img src=/away.png>'),
      '/photo.png': (response) => response.end('no image'),
      '/away.png': (response) => response.writeHead(302, { location: '/none.png' }).end(),
    });
    const { preflight } = await convert({ source: { kind: 'url', url: `${server.origin}/` } });
    await server.close();
    expect(publicFindings(preflight).map(({ message }) => message)).toEqual([
      expect.stringContaining('/none.png did not load') as string,
      `${server.origin}/photo.png ${displayed}`,
    ]);
  });

  const drawing =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>';
  it.each([
    ['is hidden', `<img src="${text}" style="display: none">`],
    ['is a drawing without a size', `<img src='${drawing}'>`],
    ['has no source', '<img>'],
    [
      'is blocked by the page',
      '<meta http-equiv=Content-Security-Policy content="img-src https:"><img src="http://127.0.0.1:9/x.png">',
    ],
    [
      'is in the HTML and blocked by the page',
      `<meta http-equiv=Content-Security-Policy content="img-src https:"><img src="${bitmap(9)}">`,
    ],
    ['is shown', `<img src="${bitmap(9)}">`],
  ])('is not reported if it %s', async (_why, html) => {
    expect(await findingsOf('resources', html)).toEqual([]);
  });
});
