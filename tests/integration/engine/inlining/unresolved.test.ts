import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { message } from '../../../../electron/shared/messages/message.js';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeEngine, inline } from '../../support/convert.js';
import { redDot } from './support/site.js';

let root = '';

beforeAll(() => (root = mkdtempSync(join(tmpdir(), 'platen-left-'))));
afterAll(async () => {
  await closeEngine();
  rmSync(root, { recursive: true });
});

const byScript = message('engine.notInlinedScript');
const imageAt = (source: string) =>
  `{ const i = new Image(); i.src = ${source}; document.body.append(i); }`;
const image = (address: string) => imageAt(`'${address}'`);

/** Creates a folder with a page, an image and the other files of the page. */
function folderWith(page: string, files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(root, 'case-'));
  for (const [name, contents] of Object.entries({
    'page.html': `<!DOCTYPE html><meta charset=utf-8><body>${page}`,
    'img/red.png': redDot,
    ...files,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), contents);
  }
  return { kind: 'file', path: join(folder, 'page.html') } as const;
}

async function unresolvedIn(...page: Parameters<typeof folderWith>) {
  return (await inline({ source: folderWith(...page) })).unresolved;
}

/** How a page requests a file that it also has inlined, and the other files for that. */
const requests: readonly (readonly [
  what: string,
  page: (address: string) => string,
  files?: (address: string) => Readonly<Record<string, string>>,
])[] = [
  ['an image of a script', (address) => `<script>${image(address)}</script>`],
  [
    'an image that a script writes',
    (address) => `<script>document.write('<img src=${address}>')</script>`,
  ],
  [
    'a request of a script',
    (address) => `<script>fetch('${address}').then((a) => a.text())</script>`,
  ],
  [
    'a style of a script',
    (address) => `<p id=p>x</p><script>p.style.background = 'url(${address})'</script>`,
  ],
  [
    'a request after a load event',
    (address) => `<img src="${address}" onload="${image(address)}">`,
  ],
  [
    'a worker of a script',
    () => `<script>new Worker('w.js').onmessage = ({ data }) => document.title = data</script>`,
    (address) => ({ 'w.js': `fetch('${address}').then((a) => a.text()).then(postMessage)` }),
  ],
  [
    'a script that reads its own folder',
    () => `<script src="js/own.js"></script>`,
    (address) => ({
      'js/own.js': imageAt(`new URL('../${address}', document.currentScript.src)`),
    }),
  ],
  [
    'a module that reads its own folder',
    () => `<script type=module src="js/module.js"></script>`,
    (address) => ({ 'js/module.js': imageAt(`new URL('../${address}', import.meta.url)`) }),
  ],
  [
    'a script in a frame',
    () => `<iframe src="frame.html"></iframe>`,
    (address) => ({ 'frame.html': `<!DOCTYPE html><body><script>${image(address)}</script>` }),
  ],
  [
    'an attribute that is not inlined',
    (address) => `<svg><rect width=9 height=9 mask="url(${address})" /></svg>`,
  ],
];

describe('requests that an inlined page still makes are listed', () => {
  const addressOf = (index: number) => `img/${index}.png`;
  let unresolved: Awaited<ReturnType<typeof unresolvedIn>> = [];
  beforeAll(async () => {
    const parts = requests.map(([, pageOf, filesOf], index) => {
      const address = addressOf(index);
      const page = `<img src="${address}">${pageOf(address)}`;
      return { page, files: { [address]: redDot, ...filesOf?.(address) } };
    });
    unresolved = await unresolvedIn(
      parts.map(({ page }) => page).join('\n'),
      Object.assign({}, ...parts.map(({ files }) => files)) as Record<string, string>,
    );
  });

  it.each(requests.map(([what], index) => [what, addressOf(index)]))('%s', (_what, address) => {
    expect(unresolved).toContainEqual({ address, reason: byScript });
  });

  it('a worker itself, and nothing else', () => {
    expect(unresolved.map((each) => each.address).toSorted()).toEqual(
      [...requests.map((_, index) => addressOf(index)), 'w.js'].toSorted(),
    );
  });
});

describe('of the requests that an inlined page still makes', () => {
  const used = '<video poster="img/red.png"></video>';

  it('those for the folder of pasted HTML are listed, and for a folder above that the page may read', async () => {
    const html = `${used}<script>${image('img/red.png')}</script>`;
    const { path } = folderWith('', { 'below/page.html': html.replaceAll('img/', '../img/') });
    const folder = dirname(path);
    const pasted = await inline({ source: { kind: 'html', html, base: folder } });
    expect(pasted.unresolved).toEqual([{ address: 'img/red.png', reason: byScript }]);
    const source = { kind: 'file', path: join(folder, 'below/page.html'), folder };
    const { unresolved } = await inline({ source });
    expect(unresolved.map(({ address }) => address)).toEqual([
      expect.stringMatching(/img\/red\.png$/),
    ]);
  });

  it('nothing is listed if scripts are off', async () => {
    const source = folderWith(`${used}<script>${image('img/red.png')}</script>`);
    expect((await inline({ source, disableJavascript: true })).unresolved).toEqual([]);
  });

  it('an inlined file is not listed, even if a preload hint or an icon names it too', async () => {
    const unresolved = await unresolvedIn(
      `<link rel=icon href="img/red.png"><link rel=preload as=image href="img/red.png"><img src="img/red.png"><script>document.title = 1</script>`,
    );
    expect(unresolved).toEqual([]);
  });

  it('an inlined script is not listed, unless it is requested in another way too', async () => {
    const twice =
      '<img src="img/red.png"><script src="own.js"></script><script src="own.js"></script>';
    expect(await unresolvedIn(twice, { 'own.js': 'document.title = 1' })).toEqual([]);
    const unresolved = await unresolvedIn(twice, {
      'own.js': `globalThis.w ??= new Worker('own.js')`,
    });
    expect(unresolved).toEqual([{ address: 'own.js', reason: byScript }]);
  });

  it('a hint that becomes a style sheet is listed', async () => {
    const unresolved = await unresolvedIn(
      `<link rel=preload as=style href="a.css" onload="this.rel = 'stylesheet'"><img src="img/red.png"><p>x`,
      { 'a.css': 'p { color: teal }' },
    );
    expect(unresolved).toEqual([{ address: 'a.css', reason: byScript }]);
  });

  it.each<[string, string, Record<string, string>]>([
    [
      'an inlined script',
      '<script type=module src="js/main.js"></script><script type=module src="js/dep.js"></script><script type=module src="js/deep.js"></script>',
      { 'js/main.js': 'import{a}from"./dep.js";document.title=a' },
    ],
    [
      'a script that imports at run time',
      '<script src="js/main.js"></script><script type=module src="js/dep.js"></script><script type=module src="js/deep.js"></script>',
      { 'js/main.js': 'import(/* later */ `./dep.js`).then(({ a }) => (document.title = a))' },
    ],
    [
      'a script in the page',
      `<script type=module>import { a } from './js/dep.js'; document.title = a</script><script type=module src="js/dep.js"></script>`,
      {},
    ],
    [
      'a script with an import map',
      '<script type=importmap>{"imports":{"dep":"./js/dep.js","deep":"./js/deep.js"}}</script><script type=module src="js/main.js"></script><script type=module src="js/dep.js"></script><script type=module src="js/deep.js"></script>',
      { 'js/main.js': 'import "dep"; import "deep"' },
    ],
  ])('what %s imports is listed', async (_what, page, files) => {
    const modules = {
      'js/dep.js': `import { b } from '../js/deep.js'; export const a = 'a' + b`,
      'js/deep.js': `export const b = 'b'`,
    };
    const unresolved = await unresolvedIn(page, { ...modules, ...files });
    expect(unresolved.map(({ address }) => address).toSorted()).toEqual([
      'js/deep.js',
      'js/dep.js',
    ]);
  });

  it('a failed request of a script is listed', async () => {
    const unresolved = await unresolvedIn(`<script>${image('gone.png')}</script>`);
    expect(unresolved).toEqual([
      { address: 'gone.png', reason: message('engine.notInlinedMissing') },
    ]);
  });

  it('a part of a drawing in another file is listed once', async () => {
    const unresolved = await unresolvedIn(
      `<svg width=20 height=20><use href="sprite.svg#s"/></svg><img src="img/red.png"><img src="sprite.svg">`,
      {
        'sprite.svg':
          '<svg xmlns="http://www.w3.org/2000/svg"><rect id="s" width="9" height="9"/></svg>',
      },
    );
    expect(unresolved).toEqual([
      { address: 'sprite.svg#s', reason: message('engine.notInlinedSvgPart') },
    ]);
  });
});
