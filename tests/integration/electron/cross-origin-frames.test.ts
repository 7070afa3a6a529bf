// @module-tag core

import '../support/local-scheme.js';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { BrowserWindow } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

// Electron skips its specs of printing such pages on Linux, because Chromium has crashed there
// (api-web-contents-spec.ts).

const files = temporaryFolder();
let inner: WebServer;
let outer: WebServer;
let udp: Socket;
let received = 0;

/** The same server under another host name, whose pages have their own process. */
const otherSite = ({ origin }: WebServer) => origin.replace('127.0.0.1', 'localhost');

/** Tries dialogs and ways out of the session, and tells its parent which it has. */
const trying = () => `<script>
  const found = [];
  onbeforeprint = () => found.push('print');
  print();
  if (confirm('?') || prompt('?', 'default') !== null) found.push('dialogs');
  const send = async () => {
    const server = '127.0.0.1:${udp.address().port}';
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + server }] });
    peer.createDataChannel('way out');
    const complete = new Promise((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    });
    await peer.setLocalDescription();
    await complete;
    await new WebTransport('https://' + server).ready;
    found.push('WebTransport');
  };
  send()
    .catch(() => 0)
    .finally(() => parent.postMessage(found, '*'));
</script>`;

const other = () => `<iframe src="${otherSite(inner)}/trying"></iframe>`;
const sandboxed = () =>
  `<iframe sandbox="allow-scripts allow-modals" srcdoc="${trying().replaceAll('"', '&quot;')}"></iframe>`;

const shadowed = (html: string, mode = 'open') =>
  `<div id=host></div><script>host.attachShadow({ mode: '${mode}' }).innerHTML = '${html}'</script>`;

const around = (frame: string) => `<script>
    onmessage = ({ data }) => document.body.insertAdjacentHTML('beforeend', \`<p id=found>\${data}.\`);
  </script>
  ${frame}`;

beforeAll(async () => {
  udp = createSocket('udp4').on('message', () => (received += 1));
  await once(udp.bind(0, '127.0.0.1'), 'listening');
  inner = await startWebServer({
    '/inner': page('<p>inner</p>'),
    '/trying': (response, request) => page(trying())(response, request),
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
    '/around-other': (response, request) => page(around(other()))(response, request),
    '/around-sandbox': (response, request) => page(around(sandboxed()))(response, request),
    '/sandboxed': page('<p>outer</p><iframe sandbox src="/leaf"></iframe>'),
  });
});
afterAll(async () => {
  await Promise.all([inner.close(), outer.close()]);
  udp.close();
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

describe('a page with a frame of another site', () => {
  const pageWith = (frame: string) => ({
    kind: 'html',
    html: `<p>outer</p>${frame}`,
    base: outer.origin,
  });
  const allowed = { allowedHosts: ['127.0.0.1', 'localhost'] };

  it.each([
    ['', () => `<iframe src="${otherSite(inner)}/inner"></iframe>`],
    [' in a shadow tree', () => shadowed(`<iframe src="${otherSite(inner)}/inner"></iframe>`)],
    [
      ' in a closed shadow tree',
      () => shadowed(`<iframe src="${otherSite(inner)}/inner"></iframe>`, 'closed'),
    ],
    [
      ' that claims to be hidden',
      () =>
        `<script>Element.prototype.checkVisibility = () => false;
        Element.prototype.getBoundingClientRect = () => new DOMRect()</script>
        <iframe src="${otherSite(inner)}/inner"></iframe>`,
    ],
    [' in a frame', () => `<iframe src="${outer.origin}/one"></iframe>`],
    [
      ' above the place that a script scrolls to',
      () =>
        `<iframe src="${otherSite(inner)}/inner"></iframe><div style="height: 4000px"></div>
        <script>scrollTo(0, 9999)</script>`,
    ],
    [
      ' in a form with a control that is called like a property',
      () =>
        `<form><input name="parentElement"><input name="clientWidth">
        <iframe src="${otherSite(inner)}/inner"></iframe></form>`,
    ],
  ])('%s has it in the PDF, or reports that it is missing', async (_where, frame) => {
    const { bytes, preflight } = await convert({ source: pageWith(frame()) }, allowed);
    const missing = preflight.map(({ kind, message }) => [kind, englishText(message)]);
    if ((await textOf(bytes)).includes('inner')) expect(missing).toEqual([]);
    else
      expect(missing).toEqual([
        ['resources', expect.stringContaining(`${otherSite(inner)}/inner is missing`)],
      ]);
  });

  it.each([
    ['is hidden', 'hidden'],
    ['is transparent', 'style="opacity: 0"'],
    ['counts visits', 'width=1 height=1'],
    ['is beside the page', 'style="position: absolute; top: -9999px"'],
    ['is scaled to nothing', 'style="transform: scale(0)"'],
    ['goes away before it is examined', 'id=gone'],
  ])('that %s reports nothing', async (_which, attributes) => {
    const frame = `<iframe src="${otherSite(inner)}/inner" ${attributes}></iframe>
      <script>onload = () => document.getElementById('gone')?.remove()</script>`;
    expect((await convert({ source: pageWith(frame) }, allowed)).preflight).toEqual([]);
  });

  it('that a place without width cuts off reports nothing', async () => {
    const frame = `<div style="width: 0; overflow: hidden">
      <iframe src="${otherSite(inner)}/inner"></iframe></div>`;
    expect((await convert({ source: pageWith(frame) }, allowed)).preflight).toEqual([]);
  });
});

describe('a page whose frames go away', () => {
  it('while it is printed, is converted', async () => {
    const frame = `<iframe src="${otherSite(inner)}/inner"></iframe>`.repeat(5);
    const script =
      'onafterprint = () => document.querySelectorAll("iframe").forEach((f) => f.remove())';
    const source = {
      kind: 'html',
      html: `<p>outer${frame}<script>${script}</script>`,
      base: outer.origin,
    };
    const { bytes } = await convert({ source }, { allowedHosts: ['127.0.0.1', 'localhost'] });
    expect(await textOf(bytes)).toContain('outer');
  });
});

describe('a page with frames of another origin', () => {
  it.each([
    ['of another site', () => ({ kind: 'url', url: `${outer.origin}/around-other` })],
    ['in a sandbox', () => ({ kind: 'url', url: `${outer.origin}/around-sandbox` })],
    ['in a sandbox of a local page', () => ({ kind: 'html', html: around(sandboxed()) })],
    [
      'of another site in HTML text with a base URL',
      () => ({ kind: 'html', html: around(other()), base: outer.origin }),
    ],
    [
      'in a sandbox of HTML text with a base URL',
      () => ({ kind: 'html', html: around(sandboxed()), base: outer.origin }),
    ],
  ])('%s have no dialogs and no way around the rules of the session', async (_which, source) => {
    const { bytes } = await convert(
      { source: source(), waitForSelector: '#found' },
      { allowedHosts: ['127.0.0.1', 'localhost'] },
    );
    expect([await textOf(bytes), received]).toEqual([['.'], 0]);
  });

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
