// @module-tag core

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import { attack, attackAt, attackWith, pdfWith } from './support/hostile.js';

const secret = 'the-secret-of-this-computer';
const folder = temporaryFolder();
let place = '';
let server: WebServer;
/** The page that the server returns. */
let html = '';

beforeAll(async () => {
  place = folder.with({
    'secret.txt': secret,
    'secret.js': `document.body.append('${secret}')`,
    'secret.html': `<p>${secret}</p>`,
    'site/own.txt': 'own text',
  });
  for (const kind of ['txt', 'js', 'html'])
    symlinkSync(join(place, `secret.${kind}`), join(place, 'site', `link.${kind}`));
  symlinkSync(place, join(place, 'site', 'above'));
  server = await startWebServer({
    '/page': (response) => page(html)(response, undefined as never),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

/**
 * Every way in which a page may try to read or show a file. `html`, `js` and `text` are its three
 * forms.
 */
const waysTo = (address: (kind: 'html' | 'js' | 'txt') => string) => {
  const [page, script, text] = [address('html'), address('js'), address('txt')];
  const inWorker = (kind: string) =>
    `new ${kind}(URL.createObjectURL(new Blob(["fetch('${text}').then((r) => r.text()).then((t) => new BroadcastChannel('read').postMessage(t))"])))`;
  return `<p>shown</p>
    <iframe src="${page}"></iframe><object data="${page}"></object><embed src="${page}">
    <frame src="${page}"><img src="${text}"><link rel=stylesheet href="${text}">
    <link rel=prefetch href="${page}"><link rel=preload as=fetch href="${text}">
    <script type=speculationrules>{"prefetch":[{"urls":["${page}"],"eagerness":"immediate"}]}</script>
    <style>@import url("${text}"); body { background: url("${text}"); }</style>
    <script src="${script}"></script>
    <script>
      const show = (found) => document.body.append(found);
      new BroadcastChannel('read').onmessage = ({ data }) => show(data);
      fetch('${text}').then((r) => r.text()).then(show, () => 0);
      import('${script}').catch(() => 0);
      try { const x = new XMLHttpRequest(); x.open('GET', '${text}', false); x.send(); show(x.responseText); } catch {}
      try { new Worker('${script}'); } catch {}
      try { ${inWorker('Worker')}; ${inWorker('SharedWorker')}; } catch {}
      try { navigator.serviceWorker?.register('${script}').catch(() => 0); } catch {}
      try { open('${page}'); } catch {}
    </script>`;
};

type Address = (kind: 'html' | 'js' | 'txt') => string;
const outside: readonly (readonly [where: string, address: Address])[] = [
  ['the disk', (kind) => `file://${join(place, `secret.${kind}`)}`],
  ['/etc', () => 'file:///etc/passwd'],
  ['a folder above', (kind) => `../secret.${kind}`],
  ['a folder above, encoded', (kind) => `%2e%2e/secret.${kind}`],
  ['a folder above, after a subfolder', (kind) => `x/..%2f../secret.${kind}`],
  ['a link that leads out', (kind) => `link.${kind}`],
  ['a linked folder that leads out', (kind) => `above/secret.${kind}`],
  ['the local scheme', (kind) => `platen-page://local${join(place, `secret.${kind}`)}`],
];

describe('local files', () => {
  it.each(outside)('in %s are not readable by a page beside them', async (_where, address) => {
    const own = join(place, 'site', 'page.html');
    writeFileSync(own, waysTo(address));
    const outcome = await attack({ source: { kind: 'file', path: own } });
    expect(outcome).toEqual(pdfWith('shown'));
    expect(outcome).not.toEqual(pdfWith(secret));
    expect(outcome).not.toEqual(pdfWith('root:'));
    expect(outcome).toMatchObject({
      preflight: expect.arrayContaining([
        {
          kind: expect.stringMatching(/refused|console/) as string,
          message: expect.anything() as object,
        },
      ]) as unknown,
    });
  });

  it.each(outside)('in %s are not readable by HTML text', async (_where, address) => {
    const outcome = await attackWith(waysTo(address));
    expect(outcome).toEqual(pdfWith('shown'));
    expect(outcome).not.toEqual(pdfWith(secret));
    expect(outcome).not.toEqual(pdfWith('root:'));
  });

  it.each(outside.slice(0, 2))(
    'in %s are not readable by a page from the network',
    async (_where, address) => {
      html = waysTo(address);
      const outcome = await attackAt(`${server.origin}/page`);
      expect(outcome).toEqual(pdfWith('shown'));
      expect(outcome).not.toEqual(pdfWith(secret));
      expect(outcome).not.toEqual(pdfWith('root:'));
    },
  );

  it('in its own folder are readable in all these ways', async () => {
    const own = join(place, 'page.html');
    writeFileSync(
      own,
      waysTo((kind) => `secret.${kind}`),
    );
    expect(await attack({ source: { kind: 'file', path: own } })).toEqual(pdfWith(secret));
  });
});
