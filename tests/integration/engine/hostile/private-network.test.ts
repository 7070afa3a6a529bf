// @module-tag core

import type * as promises from 'node:dns/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isInsideElectron } from '../../support/inside-electron.js';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import {
  attack,
  attackAt,
  attackWith,
  failureWith,
  findingsOf,
  pdfWith,
} from './support/hostile.js';
import { type Socket as DatagramSocket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';

/** What names resolve to: each lookup returns the next entry of the list, and then the last. */
const names = new Map<string, string[][]>();
vi.mock('node:dns/promises', async (original) => {
  const own = await original<typeof promises>();
  const lookup = async (host: string, options: object) => {
    const answers = names.get(host);
    if (answers === undefined) return own.lookup(host, { ...options, all: true });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { ...own, lookup };
});

/** How long pages are kept open for the requests of their workers, on a busy machine too. */
const slowMs = 2000;

let server: WebServer;
let forbidden: ForbiddenServer;
/** The page that the server returns next. */
let html = '';

beforeAll(async () => {
  forbidden = await ForbiddenServer.start();
  server = await startWebServer({
    '/page': (response) => page(html)(response, undefined as never),
    '/slow': (response) => void setTimeout(() => response.end('slow'), slowMs),
    '/worker.js': (response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(workerScript()),
    '/moved': (response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${forbidden.port}/redirected` }).end(),
  });
});
beforeEach(() => void forbidden.takeReceived());
afterAll(async () => {
  await Promise.all([server.close(), forbidden.close()]);
});

const workerScript = () => `
  const target = 'http://127.0.0.1:${forbidden.port}/worker';
  addEventListener('install', (event) => {
    skipWaiting();
    event.waitUntil(fetch(target, { mode: 'no-cors' }).catch(() => 0));
  });
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(fetch(target, { mode: 'no-cors' })));
`;

/** Delays the load event of the page a little, so that the requests it has started can arrive. */
const delayLoad =
  '<script>{ const x = new XMLHttpRequest(); x.open("GET", "/slow"); x.send(); }</script>';

async function visit(content: string) {
  html = `<p>shown</p>${content}${delayLoad}`;
  const outcome = await attackAt(`${server.origin}/page`);
  expect(outcome).toEqual(pdfWith('shown'));
  return outcome;
}

/**
 * Returns every way in which a page can request a URL, each with its own path, which shows in the
 * log which of them arrived.
 */
const waysTo = (origin: string) => {
  const at = (path: string) => `${origin}/${path}`;
  const worker = (kind: string, code: string) =>
    `<script>new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))</script>`;
  return `
    <img src="${at('image')}">
    <link rel=stylesheet href="${at('style')}">
    <style>@import url(${at('import')});</style>
    <style>@font-face { font-family: f; src: url(${at('font')}); } p { font-family: f; }</style>
    <iframe src="${at('frame')}"></iframe>
    <object data="${at('object')}"></object>
    <embed src="${at('embed')}">
    <video src="${at('video')}" preload=auto></video>
    <script>fetch('${at('fetch')}', { mode: 'no-cors' }).catch(() => 0)</script>
    <script>try { const x = new XMLHttpRequest(); x.open('GET', '${at('xhr')}', false); x.send(); } catch {}</script>
    <script type=module>import('${at('module')}').catch(() => 0)</script>
    <script>new WebSocket('${at('socket').replace('http', 'ws')}')</script>
    ${worker('Worker', `new WebSocket('${at('socket-of-worker').replace('http', 'ws')}')`)}
    ${worker('Worker', `fetch('${at('worker')}', { mode: 'no-cors' })`)}
    ${worker('SharedWorker', `fetch('${at('shared-worker')}', { mode: 'no-cors' })`)}
    <script>new EventSource('${at('events')}')</script>
    <script>navigator.sendBeacon('${at('beacon')}', 'x')</script>
    <a id=ping ping="${at('ping')}" href="#here">x</a><script>ping.click()</script>
    <iframe name=target></iframe>
    <form id=post method=post target=target action="${at('form')}"></form><script>post.submit()</script>
    <link rel=prefetch href="${at('prefetch')}">
    <link rel=preload as=image href="${at('preload')}">
    <script type=speculationrules>
      {"prefetch":[{"urls":["${at('speculated')}"],"eagerness":"immediate"}]}
    </script>`;
};

/**
 * What arrives by {@link waysTo}, except `<a ping>`, which Chromium in the development run-time is
 * not reported to send.
 */
const paths =
  'image style import font frame object embed video fetch xhr module socket socket-of-worker worker shared-worker events beacon form prefetch preload speculated';

/**
 * Requests that are refused at connection time, when their path is unknown, or after the page was
 * printed.
 */
const unreported = ['speculated', 'shared-worker'];

describe('a page from the network', () => {
  it('reaches an allowed host in all these ways', async () => {
    forbidden.pages.set('/named', `<p>shown</p>${waysTo(forbidden.origin)}`);
    await attackAt(`${forbidden.origin}/named`);
    const received = forbidden.takeReceived().map((line) => /\/([\w-]*)/.exec(line)?.[1]);
    for (const path of paths.split(' ')) expect(received).toContain(path);
  });

  it('reaches nothing else in any of them', async () => {
    const outcome = await visit(waysTo(forbidden.origin));
    expect(forbidden.takeReceived()).toEqual([]);
    const refused = findingsOf(outcome, 'refused').join('\n');
    for (const path of paths.split(' ').filter((path) => !unreported.includes(path)))
      expect(refused).toContain(`${forbidden.origin.replace('http', '')}/${path} was not loaded`);
  });

  it('reaches no private address in any spelling', async () => {
    const hosts = [
      '127.0.0.1',
      '[::1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      'localhost',
      'LOCALHOST.',
      'deep.localhost',
      '169.254.169.254',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '[fd00::1]',
      '[fe80::1]',
    ];
    const images = hosts.map(
      (host, n) => `<img src="http://${host}:${forbidden.port}/image-${n}">`,
    );
    const outcome = await visit(images.join(''));
    expect(forbidden.takeReceived()).toEqual([]);
    const refused = findingsOf(outcome, 'refused').join('\n');
    for (const [n] of hosts.entries())
      expect(refused).toContain(`/image-${n} was not loaded: it leads to the private address`);
  });

  it.skipIf(isInsideElectron)('reaches no private address through a host name', async () => {
    names.set('private.test', [['127.0.0.1']]);
    names.set('both.test', [['93.184.216.34', '127.0.0.1']]);
    names.set('mapped.test', [['::ffff:127.0.0.1']]);
    const images = ['private', 'both', 'mapped'].map(
      (name) => `<img src="http://${name}.test:${forbidden.port}/image">`,
    );
    const outcome = await visit(images.join(''));
    expect(forbidden.takeReceived()).toEqual([]);
    expect(findingsOf(outcome, 'refused')).toHaveLength(3);
  });

  it.skipIf(isInsideElectron)(
    'reaches nothing through a host name whose address changes after the check',
    async () => {
      names.set('rebound.test', [['192.0.2.1'], ['127.0.0.1']]);
      const outcome = await visit(`<script>
      const again = (left) => left > 0
        && fetch('http://rebound.test:${forbidden.port}/', { signal: AbortSignal.timeout(100) })
          .catch(() => again(left - 1));
      again(4);
    </script>`);
      expect(forbidden.takeReceived()).toEqual([]);
      expect(findingsOf(outcome, 'refused')).toEqual([]);
      // It was looked up once, and the result is used as long as the page exists.
      expect(names.get('rebound.test')).toEqual([['127.0.0.1']]);
    },
  );

  it('reaches nothing through a redirect, and sends only its first request', async () => {
    const outcome = await visit('<img src="/moved"><script src="/moved"></script>');
    expect(forbidden.takeReceived()).toEqual([]);
    expect(findingsOf(outcome, 'refused')).toHaveLength(1);
  });

  it('opens no connection before its requests', async () => {
    const outcome = await visit(`
      <link rel=preconnect href="${forbidden.origin}">
      <script type=speculationrules>
        {"prefetch":[{"urls":["/moved"],"eagerness":"immediate"}],
         "prerender":[{"urls":["${forbidden.origin}/rendered","/moved"],"eagerness":"immediate"}]}
      </script>`);
    expect(forbidden.takeReceived()).toEqual([]);
    // Electron leaves it to the application to make such a connection (`preconnect` in session.md).
    if (isInsideElectron) return;
    expect(findingsOf(outcome, 'refused')).toContain(
      `A connection to 127.0.0.1:${forbidden.port} was not made: it leads to the private address 127.0.0.1, which the page may not reach.`,
    );
  });

  it('reaches nothing by WebRTC or WebTransport', async () => {
    await visit(`<script>
      const inner = document.body.appendChild(document.createElement('iframe')).contentWindow;
      const Peer = window.RTCPeerConnection ?? inner.RTCPeerConnection;
      const Transport = window.WebTransport ?? inner.WebTransport;
      document.body.append(String(Peer) + String(Transport));
      if (Peer) {
        const peer = new Peer({ iceServers: [
          { urls: 'stun:127.0.0.1:${forbidden.port}' },
          { urls: 'turn:127.0.0.1:${forbidden.port}?transport=tcp', username: 'a', credential: 'b' },
        ] });
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      }
      if (Transport) new Transport('https://127.0.0.1:${forbidden.port}/transport');
    </script>`);
    expect(forbidden.takeReceived()).toEqual([]);
  });

  it('reaches nothing through a service worker', async () => {
    await visit(`<script>
      navigator.serviceWorker.register('/worker.js')
        .then(() => navigator.serviceWorker.ready).then(() => fetch('/through')).catch(() => 0);
    </script>`);
    expect(forbidden.takeReceived()).toEqual([]);
  });

  it('fails if it navigates to a private address', async () => {
    html = `<script>location.href = '${forbidden.origin}/went'</script>`;
    expect(await attackAt(`${server.origin}/page`)).toEqual(failureWith('load-failed', 'private'));
    expect(forbidden.takeReceived()).toEqual([]);
  });

  it('fails if it is redirected to a private address', async () => {
    expect(await attackAt(`${server.origin}/moved`)).toEqual(failureWith('load-failed', 'private'));
    expect(forbidden.takeReceived()).toEqual([]);
  });
});

describe('a page of this machine', () => {
  it('cannot reach private addresses either', async () => {
    const outcome = await attackWith(
      `<p>shown</p><img src="http://127.0.0.1:${forbidden.port}/image">`,
    );
    expect(outcome).toEqual(pdfWith('shown'));
    expect(forbidden.takeReceived()).toEqual([]);
  });
});

describe('an allowed host', () => {
  it('may be reached by its page over WebSocket', async () => {
    html = `<p>shown</p><script>
      const socket = new WebSocket('${server.origin.replace('http', 'ws')}/slow');
      socket.onerror = () => document.body.append('asked');
    </script>`;
    const outcome = await attack({ source: { kind: 'url', url: `${server.origin}/page` } });
    expect(findingsOf(outcome, 'refused')).toEqual([]);
  });
});

/**
 * A server on this machine that no page may reach, except its own. It listens for connections and
 * datagrams on one port, and responds to everything with a page.
 */
class ForbiddenServer {
  readonly #server: Server;
  readonly #datagrams: DatagramSocket;
  readonly #received: string[] = [];
  /** Responses by path; every other path returns the secret. */
  readonly pages = new Map<string, string>();

  private constructor(server: Server, datagrams: DatagramSocket) {
    this.#server = server;
    this.#datagrams = datagrams;
    server.on('connection', (socket) => {
      this.#received.push('a connection');
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        const [request = ''] = data.toString('latin1').split('\r\n', 1);
        this.#received.push(request);
        const html = this.pages.get(request.split(' ')[1] ?? '') ?? 'the secret';
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\n' +
            `connection: close\r\ncontent-length: ${Buffer.byteLength(html)}\r\n\r\n${html}`,
        );
      });
    });
    datagrams.on('message', () => this.#received.push('a datagram'));
  }

  static async start(): Promise<ForbiddenServer> {
    const server = createServer();
    // On both families, as some of the URLs use IPv6.
    server.listen(0, '::');
    await once(server, 'listening');
    const datagrams = createSocket('udp4');
    datagrams.bind((server.address() as AddressInfo).port, '0.0.0.0');
    await once(datagrams, 'listening');
    return new ForbiddenServer(server, datagrams);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns everything received since the last call. */
  takeReceived(): readonly string[] {
    return this.#received.splice(0);
  }

  async close(): Promise<void> {
    this.#datagrams.close();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
