import '../support/local-scheme.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentStreamsOf } from '../../support/content-streams.js';
import { closeEngine, convert, inOneWindow } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

// Whatever a page is or does, the page after it in the same window is drawn as it is alone, byte
// for byte, and so is the page itself after another one.

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

const inBody = (attributes: string) => `<body ${attributes}>`;
const inRoot = (attributes: string) => `<html ${attributes}>`;
const styled = (css: string) => `<style>${css}</style>`;
const scripted = (script: string) => `<script>${script}</script>`;
const afterLoad = (script: string) =>
  scripted(`addEventListener('load', async () => { ${script} })`);

/** Features of a page: what comes before its text. */
const features: Readonly<Record<string, string>> = {
  'the color of links': inBody('link=#ff0001'),
  'the color of visited links': inBody('vlink=#ff0001'),
  'the color of active links': inBody('alink=#ff0001'),
  'all colors of links': inBody('link=white vlink=white alink=white'),
  'the color of links and a property': `${styled('@property --a{syntax:"<color>";inherits:true;initial-value:red}')}${inBody('link=white vlink=white alink=white')}`,
  'the color of text': inBody('text=#ff0001'),
  'a background color': inBody('bgcolor=#ff0001'),
  'a background image': inBody(`background="${dot}"`),
  'margins of the body': inBody('topmargin=90 leftmargin=90 marginwidth=80 marginheight=80'),
  'the direction of the body': inBody('dir=rtl'),
  'handlers of the window': inBody(
    `onbeforeprint="document.title='x'" onpagehide="1" onunload="1"`,
  ),
  'a language': inRoot('lang=fr'),
  'a direction': inRoot('dir=rtl'),
  'attributes of the root': inRoot('class=x id=root style="color:red" hidden title=x'),
  'an XML namespace': inRoot('xmlns="http://www.w3.org/1999/xhtml" xml:lang=ar'),
  'a manifest': inRoot('manifest=x.appcache'),
  'the standard layout': '<!doctype html>',
  'almost the standard layout':
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  'an old document type': '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">',
  'an encoding': '<meta charset=windows-1251>',
  'a viewport': '<meta name=viewport content="width=300, initial-scale=3, user-scalable=no">',
  'a color scheme': '<meta name=color-scheme content=dark>',
  'a theme': '<meta name=theme-color content=red>',
  'a referrer policy': '<meta name=referrer content=unsafe-url>',
  'a content security policy': `<meta http-equiv=content-security-policy content="style-src 'none'; img-src 'none'">`,
  'trusted types': `<meta http-equiv=content-security-policy content="require-trusted-types-for 'script'">${scripted("trustedTypes.createPolicy('default', { createHTML: () => 'policy', createScript: (code) => code })")}`,
  'a language of the content': '<meta http-equiv=content-language content=fr>',
  'a default style': `<meta http-equiv=default-style content=other><style title=one>p{color:red}</style><style title=other>p{color:blue}</style>`,
  'a base': '<base href="http://127.0.0.1/" target=other>',
  'a title': '<title>Another</title>',
  'hidden paragraphs': styled('p{display:none}'),
  'important styles': styled('*{color:red!important;text-decoration:underline!important}'),
  'a property': styled(
    '@property --a{syntax:"<color>";inherits:true;initial-value:red}p{color:var(--a)}',
  ),
  layers: styled('@layer b,a;@layer a{p{color:red}}@layer b{p{color:blue}}'),
  counters: styled(
    'body{counter-reset:c 40}p,li{counter-increment:c 7}p::after{content:counter(c)}',
  ),
  'a style of counters': styled(
    '@counter-style decimal-leading-zero{system:cyclic;symbols:X;suffix:" "}ol{list-style:decimal-leading-zero}',
  ),
  quotes: styled(':root{quotes:"[" "]"}q::before{content:open-quote}'),
  'the paper': styled('@page{size:a3 landscape;margin:3cm}'),
  'margin boxes': styled('@page{margin:3cm;@top-center{content:"head"}}'),
  'named pages': styled('@page wide{size:a3 landscape}p{page:wide}'),
  'the size of fonts': styled(':root{font-size:40px}'),
  'a family of fonts': styled(
    '@font-face{font-family:serif;src:local("DejaVu Sans Mono")}@font-face{font-family:F;src:local("DejaVu Sans")}p{font-family:F}',
  ),
  'a palette of fonts': styled(
    '@font-palette-values --a{font-family:serif;base-palette:1}p{font-palette:--a}',
  ),
  'a writing mode': styled(':root{writing-mode:vertical-rl}'),
  'a writing mode of the body': inBody('style="writing-mode:sideways-lr"'),
  'a zoom': styled(':root{zoom:2}'),
  'a dark scheme': styled(':root{color-scheme:only dark}'),
  'an accent': styled(':root{accent-color:red;caret-color:red}'),
  'the background of the canvas': styled('html{background:red}body{background:blue}'),
  'a filter and a blend': styled(':root{filter:invert(1)}p{mix-blend-mode:multiply;opacity:.5}'),
  'a transform': styled(':root{transform:rotate(3deg);transform-origin:0 0}'),
  'exact colors': styled(
    ':root{print-color-adjust:exact;-webkit-print-color-adjust:exact;background:red}',
  ),
  'an animation': styled('@keyframes a{from,to{margin-left:99px}}p{animation:a 1s 1s both paused}'),
  'a transition of views': styled(
    '@view-transition{navigation:auto}p{view-transition-name:a}::view-transition-old(a){display:none}',
  ),
  'a starting style': styled('@starting-style{p{opacity:0}}'),
  'a container': styled('body{container:a/inline-size}@container a (width>1px){p{color:red}}'),
  anchors: styled('p{anchor-name:--a}a{position:absolute;position-anchor:--a;top:anchor(bottom)}'),
  columns: styled('body{columns:2;column-rule:1px solid}'),
  'hidden overflow': styled('html,body{overflow:hidden;height:50px}'),
  'a namespace': styled('@namespace url(http://www.w3.org/2000/svg);p{color:red}'),
  'forms with names of the document': `<form name=documentElement></form><form name=fonts></form><img name=body src="${dot}"><form name=querySelector>`,
  'ids of Platen': '<i id=platenSheet></i><i id=platenReport></i><a name=top></a>',
  // Without autofocus, whose ring Chromium draws or not, depending on when the page is printed.
  'fields of a form':
    '<form><input value=filled><input type=checkbox checked><textarea>x</textarea><select><option>a<option selected>b</select></form>',
  'a dialog and details':
    '<dialog open>dialog</dialog><details open><summary>s</summary>d</details>',
  'a template with a shadow':
    '<div><template shadowrootmode=open><style>p{color:red}</style><p>in</template></div>',
  'a drawing with ids':
    '<svg width=9 height=9><defs><linearGradient id=a><stop stop-color=red /></linearGradient></defs><style>p{color:red}</style><rect id=b fill="url(#a)" width=9 height=9 /></svg>',
  'a frame': `<iframe name=probe srcdoc="<body link=red><p>framed"></iframe>`,
  'a frameset that parsers do not agree on': `<head><link rel=icon href=x></head>&#xFFFD;<frameset><frame name=probe src=frame.html></frameset>`,
  'the name of the window': scripted("window.name = 'left'"),
  cookies: scripted("document.cookie = 'left=1; max-age=99999'"),
  storage: scripted('localStorage.left = 1; sessionStorage.left = 1'),
  databases: scripted("indexedDB.open('left')"),
  caches: scripted("globalThis.caches?.open('left')"),
  'files of the origin': scripted(
    "navigator.storage?.getDirectory().then((d) => d.getFileHandle('left', { create: true }))",
  ),
  locks: scripted("navigator.locks?.request('left', () => new Promise(() => 0))"),
  history: scripted(
    "for (const n of [1, 2, 3]) history.pushState(n, '', '#' + n); history.scrollRestoration = 'manual'",
  ),
  'a position': afterLoad(
    'document.body.style.height = "9000px"; scrollTo(0, 700); document.body.style.height = ""',
  ),
  'an editable document': scripted(
    "document.designMode = 'on'; document.execCommand('styleWithCSS', false, true)",
  ),
  'a selection': afterLoad('getSelection().selectAllChildren(document.body)'),
  highlights: `${styled('::highlight(a){color:red}')}${afterLoad("const r = new Range(); r.selectNodeContents(document.body); CSS.highlights?.set('a', new Highlight(r))")}`,
  'a custom element': scripted(
    "customElements.define('x-a', class extends HTMLElement { connectedCallback() { this.append('defined'); } }); document.write('<x-a></x-a>')",
  ),
  'a registered property': scripted(
    "CSS.registerProperty({ name: '--b', syntax: '<color>', inherits: true, initialValue: 'red' })",
  ),
  'an adopted style sheet': scripted(
    "const s = new CSSStyleSheet(); s.replaceSync('p{color:red}'); document.adoptedStyleSheets = [s]",
  ),
  'a font of a script': scripted(
    "document.fonts.add(new FontFace('serif', 'local(\"DejaVu Sans Mono\")'))",
  ),
  'changed built-ins': scripted(
    "Array.prototype.map = () => []; Object.prototype.left = 1; Element.prototype.getAttribute = () => 'left'; document.createElement = null",
  ),
  'names of Platen': scripted(
    'globalThis.platenSheet = globalThis.platenReport = globalThis.platenScroll = 1',
  ),
  'an open popover': `<div popover>popover</div>${afterLoad("document.querySelector('[popover]').showPopover()")}`,
  'a modal dialog': `<dialog>modal</dialog>${afterLoad("document.querySelector('dialog').showModal()")}`,
  'a running transition of views': afterLoad('document.startViewTransition?.(() => undefined)'),
  'an animation of a script': afterLoad(
    "document.body.animate([{ marginLeft: '99px' }, { marginLeft: '99px' }], { duration: 1, iterations: Infinity })",
  ),
  'the size of the window': afterLoad(
    'resizeTo(300, 300); moveTo(50, 50); document.documentElement.requestFullscreen?.().catch(() => 0)',
  ),
  workers: scripted(
    "const url = URL.createObjectURL(new Blob(['setInterval(() => 0, 10)'])); new Worker(url); globalThis.SharedWorker && new SharedWorker(url, 'left')",
  ),
  'a channel': scripted("new BroadcastChannel('left').postMessage('left')"),
  'pending requests': scripted(
    "for (const n of [1, 2, 3]) fetch('pending-' + n).catch(() => 0); navigator.sendBeacon('left', 'x')",
  ),
  'pending promises': scripted(
    "const cells = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer); for (let ms = 400; ms < 1500; ms += 10) Atomics.waitAsync(cells, 0, 0, ms).value.then(Document.prototype.replaceChildren.bind(document, document.createElement('html')))",
  ),
  'pending timers': scripted(
    "setTimeout(() => setInterval(() => { document.body.textContent = 'late'; }, 5), 400)",
  ),
  'listeners of its end': scripted(
    "for (const n of ['pagehide', 'unload', 'beforeunload', 'visibilitychange', 'freeze']) addEventListener(n, () => { document.body.textContent = n; document.cookie = 'left=1'; localStorage.left = 1; window.name = 'left'; })",
  ),
  dialogs: scripted(
    "alert(1); confirm(1); prompt(1); print(); open('about:blank'); Notification?.requestPermission?.()",
  ),
};

/** Writes down what scripts of the next page could notice. */
const seeing = `(async () => {
  const names = async (read) => String(await read().catch((error) => error.name));
  const seen = {
    name: window.name, cookie: document.cookie, referrer: document.referrer, opener: String(opener),
    local: localStorage.length, session: sessionStorage.length, hash: location.hash,
    size: [innerWidth, innerHeight, screen.width, devicePixelRatio, visualViewport.scale].join(),
    scroll: [scrollX, scrollY, history.scrollRestoration, history.state].join(),
    media: ['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion)'].map((each) => matchMedia(each).matches).join(),
    document: [document.compatMode, document.characterSet, document.designMode, document.dir, document.fonts.size, document.styleSheets.length, document.adoptedStyleSheets.length].join(),
    focus: [document.activeElement?.tagName, String(getSelection()), document.fullscreenElement].join(),
    elements: [customElements.get('x-a'), CSS.highlights?.size, frames.length, document.scripts.length].join(),
    builtIns: [[1].map(String).length, ({}).left, typeof platenSheet, typeof platenReport, globalThis.trustedTypes?.defaultPolicy].join(),
    languages: navigator.languages.join(), agent: navigator.userAgent,
  };
  Object.assign(seen, {
    databases: await names(async () => (await indexedDB.databases()).length),
    caches: await names(async () => (await caches.keys()).length),
    files: await names(async () => { let n = 0; for await (const _ of (await navigator.storage.getDirectory()).keys()) n += 1; return n; }),
    locks: await names(async () => { const { held, pending } = await navigator.locks.query(); return held.length + pending.length; }),
  });
  document.querySelector('pre').textContent = Object.entries(seen).map((each) => each.join(': ')).join('\\n');
})()`;

/** Shows whatever the page before it could change. */
const plain = `<title>t</title><style>:root{--a:green;--b:green}em{color:var(--a)}strong{color:var(--b)}</style>
  <p><a href="#x">link</a> <a href="https://example.org/never">other</a> <em>a</em> <strong>b</strong> <q>quoted</q></p>
  <h1>Heading</h1><ol style="list-style:decimal-leading-zero"><li>one<li>two</ol><hr>
  <table border=1 width=50%><tr><th>head<td>cell</table>
  <button>button</button><input value=text><input type=checkbox checked><input type=radio>
  <textarea>area</textarea><mark>mark</mark><code>code</code>
  <details><summary>summary</summary>hidden</details><fieldset><legend>legend</legend>field</fieldset>
  <svg width=20 height=20><rect id=b width=20 height=20 fill="url(#a) lime"/></svg>
  <p id=x>end`;

const noticing = `${plain}<select><option>option</select><progress value=.5></progress><x-a></x-a>
  <pre></pre><script>${seeing}</script>`;

const after = (feature: string) =>
  `${feature}<p>The first page <a href="#y">with a link</a> <q>and</q> <em>a</em><ol><li>list</ol><p id=y>end`;

const files = temporaryFolder();
const folder = files.with({ 'frame.html': '<body link=red><p>framed' });
let server: WebServer;
let served = '';
beforeAll(async () => {
  const html = { 'content-type': 'text/html' };
  server = await startWebServer({
    '/page.html': (response) => response.writeHead(200, html).end(served),
  });
});
afterAll(async () => {
  await server.close();
  files.remove();
});

async function drawn(html: string, options: object = {}): Promise<readonly string[]> {
  const path = join(folder, 'page.html');
  writeFileSync(path, html);
  const { bytes } = await convert({ source: { kind: 'file', path }, ...options });
  return contentStreamsOf(bytes);
}

async function drawnFromServer(html: string): Promise<readonly string[]> {
  served = html;
  const { bytes } = await convert({ source: { kind: 'url', url: `${server.origin}/page.html` } });
  return contentStreamsOf(bytes);
}

const all = Object.entries(features);
const withoutScripts = all.filter(([, html]) => !html.includes('<script>'));

describe.each([
  ['with scripts', { disableJavascript: false }, [plain, noticing], all],
  ['without scripts', { disableJavascript: true }, [plain], withoutScripts],
])('in a window %s', (_which, options, probes, each) => {
  const alone: (readonly string[])[] = [];
  beforeAll(async () => {
    for (const probe of probes) {
      await closeEngine();
      alone.push(await drawn(probe, options));
    }
  });

  it.each(each)(
    'a page is drawn as alone after one with %s, and before it',
    async (_name, html) => {
      let first: readonly string[] = [];
      let again: (readonly string[])[] = [];
      let next: (readonly string[])[] = [];
      await inOneWindow(
        async () => {
          await closeEngine();
          [first, again, next] = [await drawn(after(html), options), [], []];
        },
        async () => {
          for (const probe of probes) {
            next.push(await drawn(probe, options));
            again.push(await drawn(after(html), options));
          }
        },
      );
      expect(next).toEqual(alone);
      expect(again).toEqual(probes.map(() => first));
    },
  );
});

/** Traces that could outlast the window, which a page from a server does not share. */
const lasting =
  'cookies|storage|databases|caches|files of the origin|locks|workers|a channel|pending requests|listeners of its end';

describe('in the session of a page from a server', () => {
  it.each(all.filter(([name]) => lasting.split('|').includes(name)))(
    'a page is drawn as alone after one with %s',
    async (_name, html) => {
      await closeEngine();
      const alone = await drawnFromServer(noticing);
      await drawnFromServer(after(html));
      expect(await drawnFromServer(noticing)).toEqual(alone);
    },
  );
});
