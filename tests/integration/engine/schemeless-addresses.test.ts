// @module-tag core

import { afterAll, beforeAll, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { closeEngine, convert } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => (folder = temporaryFolder()));
afterAll(async () => {
  await closeEngine();
  folder.remove();
});

const findings = async (source: object) =>
  (await convert({ source })).preflight.map(({ message }) => englishText(message)).toSorted();

const page = `<link rel="stylesheet" href="//cdn.invalid/a.css"><img src="//cdn.invalid/b.png">
  <style>p { background: url(//cdn.invalid/c.png) }</style><p>text</p>
  <script src="//127.0.0.1/d.js"></script><iframe src="//cdn.invalid/e.html"></iframe>`;

const unknown = (path: string): unknown =>
  expect.stringMatching(
    new RegExp(`^https://cdn\\.invalid/${path} did not load: the host name could not`),
  );
const expected = [
  expect.stringMatching(/^https:\/\/127\.0\.0\.1\/d\.js was not loaded: it leads to the private/),
  unknown('a.css'),
  unknown('b.png'),
  unknown('c.png'),
  unknown('e.html'),
];

it('a local page loads scheme-relative URLs over https, under the same rules', async () => {
  const path = `${folder.with({ 'page.html': page })}/page.html`;
  expect(await findings({ kind: 'file', path })).toEqual(expected);
});

it('pasted HTML does too', async () => {
  expect(await findings({ kind: 'html', html: page })).toEqual(expected);
});
