// @module-tag core

import '../support/local-scheme.js';
import { BrowserWindow } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

// Electron skips its specs of printing such pages on Linux, because Chromium has crashed there
// (api-web-contents-spec.ts).

const files = temporaryFolder();
let inner: WebServer;
let outer: WebServer;

/** The same server under another host name, whose pages have their own process. */
const otherSite = ({ origin }: WebServer) => origin.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  inner = await startWebServer({
    '/inner': page('<p>inner</p>'),
    '/middle': (response, request) =>
      page(`<p>middle</p><iframe src="${outer.origin}/leaf"></iframe>`)(response, request),
  });
  outer = await startWebServer({
    '/leaf': page('<p>leaf</p>'),
    '/one': page(`<p>outer</p><iframe src="${otherSite(inner)}/inner"></iframe>`),
    '/nested': page(`<p>outer</p><iframe src="${otherSite(inner)}/middle"></iframe>`),
    '/many': page(
      `<p>outer</p>${`<iframe src="${otherSite(inner)}/inner" height=60></iframe>`.repeat(8)}`,
    ),
    '/sandboxed': page('<p>outer</p><iframe sandbox src="/leaf"></iframe>'),
  });
});
afterAll(async () => {
  await Promise.all([inner.close(), outer.close()]);
  files.remove();
});

const textOf = async (bytes: Buffer) => (await readPdf(bytes)).text.trim().split(/\s+/);

describe('a window with a page that has frames of another site', () => {
  it.each([
    ['/one', ['outer', 'inner']],
    ['/nested', ['outer', 'middle', 'leaf']],
    ['/many', ['outer', ...Array.from({ length: 8 }, () => 'inner')]],
  ])('prints them with %s, repeatedly', async (path, text) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, partition: `frames-${path}` },
    });
    try {
      await window.loadURL(outer.origin + path);
      for (let print = 0; print < 3; print += 1) {
        const bytes = await window.webContents.printToPDF({ printBackground: true });
        expect(await textOf(bytes)).toEqual(text);
      }
    } finally {
      window.destroy();
    }
  });
});

describe('a page with a frame in another process', () => {
  it('is converted from the network', async () => {
    const url = `${outer.origin}/sandboxed`;
    const { bytes } = await convert({ source: { kind: 'url', url } });
    expect(await textOf(bytes)).toEqual(['outer', 'leaf']);
  });

  it('is converted from a file', async () => {
    const folder = files.with({
      'page.html': '<p>outer</p><iframe sandbox=allow-scripts src=frame.html></iframe>',
      'frame.html': '<p>framed</p>',
    });
    const { bytes } = await convert({ source: { kind: 'file', path: `${folder}/page.html` } });
    expect(await textOf(bytes)).toEqual(['outer', 'framed']);
  });
});
