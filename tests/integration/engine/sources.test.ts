import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { zipOf } from '../../support/zip.js';
import { convert, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';
import { encodedTexts } from '../../support/encoded-texts.js';

let folder = '';
let server: WebServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-sources-'));
  mkdirSync(join(folder, 'site', 'parts'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'document.body.append("secret")');
  writeFileSync(join(folder, 'site', 'parts', 'style.css'), 'p::after{content:" styled"}');
  writeFileSync(join(folder, 'site', 'parts', 'module.js'), 'export const word = "module";');
  writeFileSync(join(folder, 'site', 'parts', 'data.json'), '{"word":"fetched"}');
  writeFileSync(join(folder, 'site', 'frame.html'), '<p>framed');
  symlinkSync(join(folder, 'secret.js'), join(folder, 'site', 'link.js'));
  server = await startWebServer({
    '/page': page('<title>Page</title><p>hello</p><a href="next">next</a><img src="missing.png">'),
    '/teapot': page('no', 418),
    '/broken': page('no', 500),
    '/moved': (response) => response.writeHead(302, { location: '/page' }).end(),
    '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
    '/drop': (response) => response.destroy(),
    '/part': (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>part');
      setTimeout(() => response.destroy(), 100);
    },
    '/garbled': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('<p>x'),
    '/style.css': (response) =>
      response.writeHead(200, { 'content-type': 'text/css' }).end('p::after{content:" from base"}'),
    '/file-frame': page('<p>before</p><iframe src="file:///etc/passwd"></iframe><p>after</p>'),
    '/leaving-to-error': page('<script>location.href = "/nothing"</script>'),
    '/slow': (response) => void setTimeout(() => response.end('slow'), 300),
    '/pdf': (response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    '/zip': (response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
    '/none': (response) => response.writeHead(204).end(),
    '/inside': page('<p>x</p><img src="http://[::1]:9/a.png">'),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const textOf = async (request: object) => (await readPdf((await convert(request)).bytes)).text;
const site = (name: string, html: string | Buffer) => {
  const path = join(folder, 'site', name);
  writeFileSync(path, html);
  return { source: { kind: 'file', path } };
};

describe('a file', () => {
  it('in Markdown is converted with its images, links and title', { tags: ['core'] }, async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">drawn</text></svg>';
    writeFileSync(join(folder, 'site', 'parts', 'picture.svg'), picture);
    const folded = '<details><summary>More</summary>unfolded</details>';
    const text = `# Notes\n\n- [x] done\n\n[below](#below) ![p](parts/picture.svg)\n\n## Below\n\n${folded}`;
    const { bytes, title } = await convert(site('notes.md', text));
    const { text: printed } = await readPdf(bytes);
    expect(title).toBe('Notes');
    for (const word of ['done', 'drawn', 'Below', 'unfolded']) expect(printed).toContain(word);
    expect(printed).not.toContain('[x]');
    expect(bytes.toString('latin1')).toMatch(/\/Dest\s*\/below/);
  });

  it('loads its styles, modules, data and frames', { tags: ['core'] }, async () => {
    const request = site(
      'page ä.html',
      `<meta charset=utf-8><link rel=stylesheet href=parts/style.css><p>page</p><iframe src=frame.html></iframe>
       <script type=module>
         import { word } from './parts/module.js';
         const data = await (await fetch('parts/data.json')).json();
         document.body.append(word + ' ' + data.word);
       </script>`,
    );
    const text = await textOf(request);
    for (const word of ['page styled', 'module fetched', 'framed']) expect(text).toContain(word);
  });

  it('has its title without an encoding declaration', async () => {
    const [, text = '', bytes = ''] = encodedTexts[0] ?? [];
    const page = Buffer.concat([
      Buffer.from('<script></script><title>'),
      Buffer.from(bytes, 'base64'),
    ]);
    expect(await convert(site('encoded.html', page))).toMatchObject({ title: text });
  });

  it('may have frames in every encoding, without a declaration', async () => {
    const frames = encodedTexts.map(([name, , bytes]) => {
      const start = Buffer.from('<script></script><title>');
      site(`${name}.html`, Buffer.concat([start, Buffer.from(bytes, 'base64')]));
      return `<iframe src="${name}.html"></iframe>`;
    });
    const script = `onload = () => {
      const frames = [...document.querySelectorAll('iframe')];
      document.title = frames.map((frame) => frame.contentDocument.title).join('|');
    }`;
    const page = `<meta charset=utf-8>${frames.join('')}<script>${script}</script>`;
    const { title } = await convert(site('encodings.html', page));
    expect(title.split('|')).toEqual(encodedTexts.map(([, text]) => text));
  });

  it('of plain text is read in its encoding', async () => {
    const [, text = '', bytes = ''] = encodedTexts[6] ?? [];
    const printed = await textOf(site('encoded.txt', Buffer.from(bytes, 'base64')));
    expect(printed.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  it('may have frames and drawings in other encodings', async () => {
    const [, russian, bytes] = encodedTexts[6] ?? ['', '', ''];
    const content = Buffer.from(bytes, 'base64');
    site('russian.html', Buffer.concat([Buffer.from('<p>'), content]));
    site('größe.html', '<p>Größe');
    const text = await textOf(
      site('frames.html', '<iframe src=russian.html width=600></iframe><iframe src=größe.html>'),
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain(russian.slice(0, 20));
    expect(text).toContain('Größe');
  });

  const korean = '\u001b$)C\u000eGQ19\u000f';

  it.each([
    ['korean.txt', korean],
    ['korean.mhtml', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>${korean}`],
    ['korean.zip', zipOf({ 'index.html': `<p>${korean}` })],
  ])(
    'in ISO-2022-KR, which browsers do not support, fails with the reason: %s',
    async (name, content) => {
      await expect(convert(site(name, content))).rejects.toThrow(/ISO-2022-KR/);
    },
  );

  it.each([
    ['a script above its folder', '../secret.js'],
    ['a script behind a link', 'link.js'],
  ])('does not load %s, which is a warning', async (_what, address) => {
    const { bytes, preflight } = await convert(
      site('curious.html', `<body><p>page<script src="${address}"></script>`),
    );
    expect((await readPdf(bytes)).text).not.toContain('secret');
    expect(publicFindings(preflight)).toEqual([
      { kind: 'refused', message: expect.stringContaining('may read only files in') as string },
    ]);
  });

  it('that was found in a folder may read that folder', { tags: ['core'] }, async () => {
    mkdirSync(join(folder, 'site', 'chapters'), { recursive: true });
    const { source } = site(
      'chapters/one.html',
      '<link rel=stylesheet href=../parts/style.css><p>chapter<script src=../../secret.js></script>',
    );
    const { bytes, preflight } = await convert({
      source: { ...source, folder: join(folder, 'site') },
    });
    const { text } = await readPdf(bytes);
    expect(text).toContain('chapter styled');
    expect(text).not.toContain('secret');
    expect(preflight).toHaveLength(1);
  });

  it('reports what it names by file: URLs, which cannot be loaded, and loads it by its path', async () => {
    const style = join(folder, 'site', 'parts', 'style.css');
    const link = (address: string) => `<p>text<link rel=stylesheet href="${address}">`;
    const refused = await convert(site('absolute.html', link(`file://${style}`)));
    expect(publicFindings(refused.preflight)).toEqual([
      {
        kind: 'refused',
        message: `${style} was not loaded: its URL begins with file:, which pages may not load. Write its path without file://.`,
      },
    ]);
    expect(await textOf(site('absolute.html', link(style)))).toContain('text styled');
  });

  it.each([
    ['scripts', 'read()'],
    ['a worker', 'new Worker(URL.createObjectURL(new Blob(["(" + work + ")()"])))'],
    ['a shared worker', 'new SharedWorker(URL.createObjectURL(new Blob(["(" + work + ")()"])))'],
  ])('cannot read local files with %s', async (_what, start) => {
    const secret = join(folder, 'secret.js');
    const addresses = [`file://${secret}`, `platen-page://local${secret}`, 'file:///etc/passwd'];
    const { bytes, preflight } = await convert(
      site(
        'reader.html',
        `<p>asked</p><script>
          const addresses = ${JSON.stringify(addresses)};
          const show = (text) => { document.body.append(text); };
          function read() {
            for (const address of addresses) {
              fetch(address).then((r) => r.text()).then(show, () => show('refused '));
              try {
                const x = new XMLHttpRequest();
                x.open('GET', address, false);
                x.send();
                show(x.responseText);
              } catch { show('refused '); }
            }
          }
          const channel = new BroadcastChannel('read');
          channel.onmessage = ({ data }) => show(data);
          const work = 'function () { const addresses = ' + JSON.stringify(addresses)
            + '; const c = new BroadcastChannel("read"); const show = (t) => c.postMessage(t); ('
            + read + ')(); }';
          ${start};
          // Keeps the page from counting as loaded until the worker has had its time.
          const x = new XMLHttpRequest();
          x.open('GET', '${server.origin}/slow');
          x.send();
        </script>`,
      ),
    );
    const { text } = await readPdf(bytes);
    expect(text).toContain('asked');
    expect(text).not.toContain('append("secret")');
    expect(text).not.toContain('root:');
    expect(preflight).toEqual(expect.any(Array));
  });

  it('cannot show a frame of /etc/passwd', { tags: ['core'] }, async () => {
    const text = await textOf(
      site('frames.html', '<p>page</p><iframe src="file:///etc/passwd"></iframe>'),
    );
    expect(text).not.toContain('root:');
  });
});

describe('links of a local page', () => {
  it('lead to the files themselves, and internal ones stay internal', async () => {
    const { bytes } = await convert(
      site(
        'links.html',
        '<p id=top><a href=frame.html>file</a> <a href=#top>top</a> <a href=https://example.org/>web</a>',
      ),
    );
    const { links } = await readPdf(bytes);
    expect(links).toEqual([`file://${join(folder, 'site', 'frame.html')}`, 'https://example.org/']);
  });
});

describe('a file without a known extension', () => {
  it.each(['page', 'page.php', 'page.shtml'])('%s is a page', async (name) => {
    expect(await textOf(site(name, '<p>a page'))).toContain('a page');
  });
});

describe('a page that redirects', () => {
  it.each([
    ['while it loads', '<script>location.replace("frame.html")</script>'],
    ['after it has loaded', '<script>onload = () => { location.href = "frame.html"; }</script>'],
    ['by meta refresh', '<meta http-equiv=refresh content="0;url=frame.html">'],
  ])('%s is printed at its destination', async (_when, html) => {
    expect(await textOf(site('leaving.html', html))).toContain('framed');
  });

  it.each([
    ['a missing file', 'gone.html', () => 'there is no such file'],
    ['a folder', 'parts', () => 'there is no such file'],
    [
      'a file outside its folder',
      '../secret.js',
      (own: string) =>
        `the page may read only files in ${own} and below, and in folders that you allow`,
    ],
  ])('to %s fails with the reason', async (_what, target, reason) => {
    const own = join(folder, 'site');
    const html = `<meta http-equiv=refresh content="0;url=${target}">`;
    expect(await failureOf(convert(site('leaving.html', html)))).toMatchObject({
      code: 'load-failed',
      message: `${join(own, target)} could not be loaded: ${reason(own)}.`,
      folder: target.startsWith('..') ? folder : undefined,
    });
  });

  it('to a missing server fails, rather than printing the error page', async () => {
    const html = '<script>location.href = "http://platen-nothing.invalid/"</script>';
    expect(await failureOf(convert(site('leaving.html', html)))).toMatchObject({
      code: 'load-failed',
      message: expect.stringContaining('the host name could not be resolved') as string,
    });
  });

  it('to an error response fails, rather than printing the error page', async () => {
    const url = `${server.origin}/leaving-to-error`;
    expect(await failureOf(convert({ source: { kind: 'url', url } }))).toMatchObject({
      code: 'load-failed',
      message: `${server.origin}/nothing could not be loaded: the server answered 404, there is no such page.`,
    });
  });
});

describe('HTML text', () => {
  it('resolves relative links against its base folder', async () => {
    const source = {
      kind: 'html',
      html: '<link rel=stylesheet href=parts/style.css><p>text',
      base: join(folder, 'site'),
    };
    expect(await textOf({ source })).toContain('text styled');
  });

  it('resolves relative links against its base URL', async () => {
    const source = {
      kind: 'html',
      html: '<link rel=stylesheet href=style.css><p>text</p><a href=x>x</a>',
      base: `${server.origin.replace('http', 'HTTP')}#part`,
    };
    const { bytes } = await convert({ source });
    const pdf = await readPdf(bytes);
    expect(pdf.text).toContain('text from base');
    expect(pdf.links).toEqual([`${server.origin}/x`]);
  });

  it('cannot read local files', async () => {
    const source = { kind: 'html', html: '<p>x</p><iframe src="file:///etc/passwd"></iframe>' };
    const { bytes, preflight } = await convert({ source });
    expect((await readPdf(bytes)).text).not.toContain('root:');
    expect(preflight).toMatchObject([{ kind: 'refused' }]);
  });

  it('may be long', async () => {
    // Hidden, because to lay it out takes longer than to load it.
    const html = `<p hidden>${'many words '.repeat(220_000)}</p><p>the end</p>`;
    expect(await textOf({ source: { kind: 'html', html } })).toContain('the end');
  });
});

describe('a URL', () => {
  it('is loaded, follows redirects, and keeps its links', async () => {
    const { bytes, preflight } = await convert({
      source: { kind: 'url', url: `${server.origin}/moved` },
    });
    const pdf = await readPdf(bytes);
    expect(pdf.text).toContain('hello');
    expect(pdf.links).toEqual([`${server.origin}/next`]);
    expect(publicFindings(preflight)).toEqual([
      {
        kind: 'resources',
        message: `${server.origin}/missing.png did not load: the server answered 404, there is no such page.`,
      },
    ]);
  });

  it.each([
    ['/nothing', 'the server answered 404, there is no such page'],
    ['/teapot', 'the server answered 418'],
    ['/broken', 'the server answered 500, the server failed'],
    ['/loop', 'redirects endlessly'],
    ['/drop', 'the server closed the connection without a response'],
    ['/part', 'the response broke off or could not be decoded'],
    ['/garbled', 'the response broke off or could not be decoded'],
  ])('%s fails: %s', async (path, text) => {
    const url = `${server.origin}${path}`;
    const failure = await failureOf(convert({ source: { kind: 'url', url } }));
    expect(failure).toMatchObject({
      code: 'load-failed',
      message: expect.stringContaining(`${url} could not be loaded: `) as string,
    });
    expect(failure).toMatchObject({ message: expect.stringContaining(text) as string });
  });

  it.each([
    ['/pdf', 'it is a PDF whose pages Platen cannot count'],
    ['/zip', 'it is a download (application/zip)'],
    ['/none', 'the server answered 204, which has no content'],
  ])('%s is not a page: %s', async (path, text) => {
    const url = `${server.origin}${path}`;
    await expect(convert({ source: { kind: 'url', url } })).rejects.toThrow(text);
  });

  it.each([
    ['http://platen-nothing.invalid/', 'the host name could not be resolved'],
    ['http://127.0.0.1:1/', 'browsers do not connect to that port'],
    ['http://127.0.0.1:9/', /refused the connection|do not connect/],
  ])('%s fails', async (url, text) => {
    await expect(convert({ source: { kind: 'url', url } })).rejects.toThrow(text);
  });

  it('cannot show local files', async () => {
    const { bytes } = await convert({
      source: { kind: 'url', url: `${server.origin}/file-frame` },
    });
    const { text } = await readPdf(bytes);
    expect(text).toContain('before');
    expect(text).not.toContain('root:');
  });
});
