import '../support/local-scheme.js';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { closeEngine, convert, failureOf, inOneWindow } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

/**
 * Returns a page that shows the result of `work`, which may use await. The page counts as loaded
 * only then, because it keeps a request open until then.
 */
const showing = (work: string) => `<body><script>
  const asking = setInterval(() => fetch('tick.txt').catch(() => 0), 50);
  (async () => { ${work} })()
    .catch(String)
    .then((text) => document.body.append('[' + text + ']'))
    .finally(() => clearInterval(asking));
</script>`;

/** Returns a page that shows the result of each work as `[name = result]`. */
const showingEach = (works: readonly (readonly [name: string, work: string])[]) =>
  showing(`
    const results = [];
    ${works
      .map(
        ([name, work]) =>
          `results.push('${name} = ' + (await (async () => { ${work} })().catch(String)));`,
      )
      .join('\n')}
    return results.join('] [');`);

/** What a page can leave behind, and how another page would find it. */
const traces = [
  ['cookies', `document.cookie = 'a=left'`, 'document.cookie'],
  [
    'cookies of the whole site',
    `for (const d of ['pages.local', 'platen-page.localhost', location.hostname.split('.').slice(1).join('.')]) document.cookie = 'b=left; domain=' + d`,
    'document.cookie',
  ],
  ['localStorage', `localStorage.setItem('a', 'left')`, `localStorage.getItem('a')`],
  ['sessionStorage', `sessionStorage.setItem('a', 'left')`, `sessionStorage.getItem('a')`],
  [
    'IndexedDB',
    `await new Promise((r) => { indexedDB.open('left').onsuccess = r; })`,
    `(await indexedDB.databases()).map(({ name }) => name).join()`,
  ],
  ['the Cache API', `await caches.open('left')`, `(await caches.keys()).join()`],
  ['the name of the window', `window.name = 'left'`, 'window.name'],
  [
    'the file system',
    `const d = await navigator.storage.getDirectory(); await d.getFileHandle('left', { create: true })`,
    `await (async () => { let names = ''; for await (const name of (await navigator.storage.getDirectory()).keys()) names += name; return names; })()`,
  ],
] as const;

const leaving = showingEach(traces.map(([name, write]) => [name, `${write}; return 'was here'`]));
const looking = showingEach(traces.map(([name, , read]) => [name, `return 'sees ' + (${read})`]));

/** Ways in which pages could communicate: each adds to `received` and returns what sends. */
const channels = [
  [
    'BroadcastChannel',
    `const c = new BroadcastChannel('c'); c.onmessage = ({ data }) => received.push(data); return () => c.postMessage('hello')`,
  ],
  [
    'localStorage',
    `addEventListener('storage', ({ key }) => received.push(key)); return () => localStorage.setItem('hello', 1)`,
  ],
  [
    'SharedWorker',
    `const w = new SharedWorker('/counting.js'); w.port.onmessage = ({ data }) => { if (data > 1) received.push(data); }; return () => w.port.start()`,
  ],
] as const;

/** Shows what it has received as `[name = received]` after all pages have sent. */
const talking = showing(`
  const channels = {};
  const open = {
    ${channels.map(([name, work]) => `${name}: (received) => { ${work} }`).join(',\n')}
  };
  const sends = Object.entries(open).map(([name, receive]) => receive((channels[name] = [])));
  await fetch('/meet');
  for (const send of sends) send();
  await fetch('/meet');
  return Object.entries(channels)
    .map(([name, received]) => name + ' = received ' + received)
    .join('] [');`);

/**
 * The number of pages that run together; each waits for the others before it sends, and before it
 * reports what it has received.
 */
const pageCount = 3;
const arrived: ServerResponse[] = [];

function meet(response: ServerResponse): void {
  arrived.push(response);
  if (arrived.length < pageCount) return;
  for (const each of arrived.splice(0)) each.end();
}

const files = temporaryFolder();
const folder = files.with({
  'a/picture.svg': '',
  'b/other.svg': '',
  'tick.txt': '',
  'gone.html': '<p>restless',
});
let server: WebServer;
const cachedPicture = '<img src=/kept.png>';
const asked: string[] = [];

beforeAll(async () => {
  server = await startWebServer({
    '/leave': page(leaving + cachedPicture),
    '/look': page(looking + cachedPicture),
    '/talk': page(talking),
    '/meet': meet,
    '/counting.js': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end('let n = 0; onconnect = ({ ports: [port] }) => port.postMessage(++n);'),
    '/kept.png': (response) => {
      asked.push('/kept.png');
      response.writeHead(200, { 'cache-control': 'max-age=3600' }).end();
    },
    '/secret': (response, request) => {
      if (request.headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>let in');
    },
    '/worker': page(
      showing(
        `await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready; return 'registered'`,
      ),
    ),
    '/worker.js': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`onfetch = (e) => e.respondWith(new Response('from the worker'))`),
    '/plain': page('<p>from the server'),
  });
});
afterAll(async () => {
  await server.close();
  files.remove();
});

const textOf = async (source: object, options: object = {}) =>
  (await readPdf((await convert({ source, ...options })).bytes)).text.replace(/\s+/g, ' ');

let count = 0;
function file(html: string): object {
  const path = join(folder, `${++count}.html`);
  writeFileSync(path, html);
  return { kind: 'file', path };
}

/** Returns what a page of {@link showingEach} shows for this name. */
function resultOf(name: string, text: string): string | undefined {
  return text.split(`[${name} = `)[1]?.split(']')[0];
}

describe('a local page in the window of the page before it', () => {
  let left = '';
  let seen = '';
  beforeAll(async () => {
    await closeEngine();
    await inOneWindow(
      async () => {
        left = await textOf(file(leaving));
      },
      async () => {
        seen = await textOf(file(looking));
      },
    );
  });

  it.each(traces)('does not see %s', { tags: ['core'] }, (name) => {
    expect(resultOf(name, left)).toBe('was here');
    expect(resultOf(name, seen)).toMatch(/^sees (?:null)?$/);
  });

  it('does not see them as HTML text either', { tags: ['core'] }, async () => {
    await textOf({
      kind: 'html',
      base: folder,
      html: showing(`localStorage.a = 'left'; return 'was here'`),
    });
    expect(
      await textOf({
        kind: 'html',
        base: folder,
        html: showing(`return 'sees ' + localStorage.a`),
      }),
    ).toContain('[sees undefined]');
  });

  it('has no history, however many pages there were', async () => {
    await closeEngine();
    const lengths: string[] = [];
    for (let visit = 0; visit < 4; visit += 1) {
      lengths.push(await textOf(file(showing('return history.length'))));
    }
    expect(new Set(lengths.slice(1))).toEqual(new Set(['[2]']));
  });

  const fetching = `setInterval(() => fetch('gone-' + Date.now()).catch(() => 0), 20)`;

  // They begin while the page is printed, because a page that requests before is waited for.
  it.each([
    [
      'later requests',
      `<script>onbeforeprint = () => { document.body.append('restless'); ${fetching}; }</script>`,
    ],
    [
      'scripts that no javascript: URL may replace',
      `<meta http-equiv="content-security-policy" content="require-trusted-types-for 'script'">
        <script>onbeforeprint = () => { document.body.append('restless'); ${fetching}; }</script>`,
    ],
    [
      'a policy that adds a script to any that would replace the page',
      `<meta http-equiv="content-security-policy" content="require-trusted-types-for 'script'">
        restless<script>trustedTypes.createPolicy('default', { createScript: (code) =>
          "'" + code.slice(1, -1) + "<script>${fetching.replaceAll("'gone-'", String.raw`\"gone-\"`)}<\\/script>'"
        })</script>`,
    ],
    [
      'a worker',
      `restless<script>new Worker(URL.createObjectURL(new Blob([\`${fetching}\`])))</script>`,
    ],
    [
      'its end',
      `restless<script>onpagehide = () => fetch('gone-at-end', { keepalive: true })</script>`,
    ],
    [
      'a navigation that has begun',
      `<script>setTimeout(() => { location = 'gone.html'; }, 150); ${fetching}</script>`,
    ],
  ])('receives nothing from the previous page by %s', async (_what, html) => {
    expect(await textOf(file(`${html}<p>x`))).toContain('restless');
    const { preflight, bytes } = await convert({
      source: file(showing('await new Promise((r) => setTimeout(r, 300)); return "alone"')),
    });
    expect(preflight).toEqual([]);
    expect((await readPdf(bytes)).text).toContain('alone');
  });

  it.each([
    ['with scripts', '<script></script>'],
    ['without', ''],
  ])('gets no picture that only the previous page may read (%s)', async (_how, script) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">secret</text></svg>';
    writeFileSync(join(folder, 'a', 'picture.svg'), svg);
    const [above, beside] = [join(folder, `${++count}.html`), join(folder, 'b', `${count}.html`)];
    writeFileSync(above, `<p>one<img src="a/picture.svg">${script}`);
    writeFileSync(beside, `<p>two<img src="../a/picture.svg">${script}`);
    await inOneWindow(
      async () => expect(await textOf({ kind: 'file', path: above })).toContain('secret'),
      async () => {
        const { bytes, preflight } = await convert({ source: { kind: 'file', path: beside } });
        expect((await readPdf(bytes)).text).not.toContain('secret');
        expect(preflight).toMatchObject([{ kind: 'refused' }]);
      },
    );
  });

  it('gets the current picture, not a cached one', async () => {
    const picture = (text: string) =>
      writeFileSync(
        join(folder, 'now.svg'),
        `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">${text}</text></svg>`,
      );
    picture('first');
    expect(await textOf(file('<p><img src=now.svg>'))).toContain('first');
    picture('second');
    expect(await textOf(file('<p><img src=now.svg>'))).toContain('second');
  });
});

// parse5 finds no frameset in this page, and Chromium loads its frame. Promises of the built-ins of
// a frame's parent end with the parent's document, not with the frame.
describe('a page that parsers do not agree on', { tags: ['core'] }, () => {
  const frame = (work: string) => `<script>
    const { Atomics, Document, Function, Int32Array, Reflect, WebAssembly } = parent;
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const cells = new Int32Array(memory.buffer);
    const wait = (ms) => Atomics.waitAsync(cells, 0, 0, ms).value;
    const bind = (...call) => Function.prototype.bind.call(Reflect.apply, null, ...call);
    const root = parent.document.createElement('html');
    root.innerHTML = '<p>to be paid to another account';
    for (let ms = 300; ms < 3000; ms += 10) wait(ms)${work};
  </script>framed`;
  const framed = (name: string) => `<!DOCTYPE html><html><head><link rel=stylesheet href=a.css>
    </head>&#xFFFD;<frameset><frame src=${name}></frameset>`;
  const invoice =
    '<!DOCTYPE html><link rel=stylesheet href=a.css><p>to be paid to the account of the invoice';

  it.each([
    [
      'another text in it',
      `.then(bind(Document.prototype.replaceChildren, parent.document, []))
        .then(bind(Document.prototype.append, parent.document, [root]))`,
    ],
    ['requests beside it', `.then(bind(parent.fetch, parent, ['secret.txt']))`],
  ])('does not outlive its visit to have %s', async (_what, work) => {
    const hostile = files.with({
      'a.css': '',
      'x.html': frame(work),
      'page.html': framed('x.html'),
    });
    const other = files.with({ 'a.css': '', 'page.html': invoice, 'secret.txt': 'secret' });
    const results: object[] = [];
    await closeEngine();
    await inOneWindow(
      async () => {
        const text = await textOf({ kind: 'file', path: join(hostile, 'page.html') });
        // It may change itself before it is printed.
        expect(text).toMatch(/framed|to another account/);
      },
      async () => {
        for (let visit = 0; visit < 3; visit += 1) {
          const source = { kind: 'file', path: join(other, 'page.html') };
          const { bytes, preflight } = await convert({ source });
          results.push({ preflight, text: (await readPdf(bytes)).text });
        }
      },
    );
    const text = 'to be paid to the account of the invoice';
    expect(results).toEqual(results.map(() => ({ preflight: [], text })));
  });
});

describe('a page of a server that was open before', () => {
  let left = '';
  let seen = '';
  beforeAll(async () => {
    left = await textOf({ kind: 'url', url: `${server.origin}/leave` });
    seen = await textOf({ kind: 'url', url: `${server.origin}/look` });
  });

  it.each(traces)('does not see %s', { tags: ['core'] }, (name) => {
    expect(resultOf(name, left)).toBeDefined();
    expect(resultOf(name, seen)).toBeDefined();
    expect(resultOf(name, seen)).not.toContain('left');
  });

  it('is not loaded from the cache', { tags: ['core'] }, () => {
    expect(asked).toHaveLength(2);
  });

  it('does not use the password of the previous page', async () => {
    const withPassword = `${server.origin.replace('//', '//user:pass@')}/secret`;
    expect(await textOf({ kind: 'url', url: withPassword })).toContain('let in');
    const url = `${server.origin}/secret`;
    expect(await failureOf(convert({ source: { kind: 'url', url } }))).toMatchObject({
      code: 'load-failed',
    });
  });

  it('is not answered by the service worker of the previous page', async () => {
    await textOf({ kind: 'url', url: `${server.origin}/worker` });
    expect(await textOf({ kind: 'url', url: `${server.origin}/plain` })).toContain(
      'from the server',
    );
  });
});

describe('pages of one server that run at the same time', () => {
  let texts: readonly string[] = [];
  beforeAll(async () => {
    const source = { kind: 'url', url: `${server.origin}/talk` };
    // The last page may start after the first would have been printed.
    const waiting = { waitForExpression: "document.body.innerText.includes('received')" };
    texts = await Promise.all(
      Array.from({ length: pageCount }, async () => textOf(source, waiting)),
    );
  });

  it.each(channels.map(([name]) => name))(
    'cannot communicate by %s',
    { tags: ['core'] },
    (name) => {
      expect(texts.map((text) => resultOf(name, text))).toEqual(
        Array.from({ length: pageCount }, () => 'received '),
      );
    },
  );
});
