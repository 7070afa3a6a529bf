/** Writes a URL into a page. */
type Place = (address: string) => string;

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
/** Returns a text as a script literal. */
const literal = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');
/** Returns a text as a CSS string (CSS Syntax, 4.3.7). */
const cssString = (text: string) =>
  `"${text.replaceAll(/["\\<\n\r\f\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

const element =
  (start: string, end = ''): Place =>
  (address) =>
    `${start}"${attribute(address)}"${end}`;
const style =
  (before: string, after: string): Place =>
  (address) =>
    `<style>${before}${cssString(address)}${after}</style><i></i>`;
const script =
  (before: string, after = ')'): Place =>
  (address) =>
    `<script>try { ${before}${literal(address)}${after} } catch {}</script>`;
const worker = (code: string): Place =>
  script(
    `new Worker(URL.createObjectURL(new Blob(['try { ${code}('+JSON.stringify(`,
    ")+') } catch {}'])))",
  );
const inFrame =
  (place: Place): Place =>
  (address) =>
    element('<iframe srcdoc=', '></iframe>')(place(address));

/** Places whose URL is loaded or inspected without a navigation of the page. */
const quietPlaces: readonly Place[] = [
  element('<img src=', '>'),
  element('<img srcset=', '>'),
  (address) => `<img srcset="${attribute(address)} 1x, ${attribute(address)} 2x" src=x.png>`,
  element('<picture><source srcset=', '><img></picture>'),
  element('<input type=image src=', '>'),
  element('<video preload=auto src=', '></video>'),
  element('<video poster=', '></video>'),
  element('<audio preload=auto src=', '></audio>'),
  element('<video><source src=', '></video>'),
  element('<video src=x.mp4><track default src=', '></video>'),
  element('<iframe src=', '></iframe>'),
  element('<iframe loading=lazy src=', '></iframe>'),
  element('<object data=', '></object>'),
  element('<embed src=', '>'),
  element('<table background=', '><tr><td>t</table>'),
  element('<a href=', '>link</a>'),
  element('<a href=x.html ping=', '>link</a>'),
  element('<map name=m><area href=', '></map>'),
  element('<blockquote cite=', '>quote</blockquote>'),
  element('<link rel=stylesheet href=', '>'),
  element('<link rel="icon" href=', '>'),
  element('<link rel="manifest" href=', '>'),
  element('<link rel="preload" as=image href=', '>'),
  element('<link rel="preload" as=font crossorigin href=', '>'),
  element('<link rel="modulepreload" href=', '>'),
  element('<link rel="prefetch" href=', '>'),
  element('<link rel="preconnect" href=', '>'),
  element('<link rel="dns-prefetch" href=', '>'),
  element('<link rel="canonical" href=', '>'),
  element('<script src=', '></script>'),
  element('<script type=module src=', '></script>'),
  element('<script async crossorigin src=', '></script>'),
  (address) => `<script type=importmap>{"imports":{"m":${literal(address)}}}</script>`,
  element('<svg><image href=', '/></svg>'),
  element('<svg><use href=', '/></svg>'),
  element('<svg><use xlink:href=', '/></svg>'),
  element('<svg><filter id=f><feImage href=', '/></filter><rect filter="url(#f)"/></svg>'),
  element('<svg><a href=', '><text>t</text></a></svg>'),
  (address) => `<p style="background:url(${attribute(cssString(address))})">p</p>`,
  style('@import ', ';'),
  style('@import url(', ') print;'),
  style('i { background: url(', ') }'),
  style('i { background: image-set(', ' 1x) }'),
  style('i::before { content: url(', ') }'),
  style('i { list-style: url(', ') } i { display: list-item }'),
  style('@font-face { font-family: f; src: url(', ') } i { font-family: f }'),
  style('i { mask: url(', ') ; border-image: url(x.png) }'),
  script('fetch(', ').catch(() => 0)'),
  script('fetch(', ", { mode: 'no-cors' }).catch(() => 0)"),
  script('fetch(', ", { method: 'POST', body: 'b', headers: { 'x-a': 'b' } }).catch(() => 0)"),
  script("const x = new XMLHttpRequest(); x.open('GET', ", '); x.send()'),
  script("const x = new XMLHttpRequest(); x.open('GET', ", ', false); x.send()'),
  script('navigator.sendBeacon(', ", 'b')"),
  script('new EventSource('),
  script('new WebSocket('),
  script('new Worker('),
  script('new Worker(', ", { type: 'module' })"),
  script('new SharedWorker('),
  script('navigator.serviceWorker.register(', ').catch(() => 0)'),
  script('import(', ').catch(() => 0)'),
  script('new Image().src = ', ''),
  script('window.open('),
  script("history.pushState(0, '', "),
  script('document.write("<img src=\'" + ', ' + "\'>")'),
  worker('fetch'),
  worker('importScripts'),
  worker('new WebSocket'),
  inFrame(element('<base href=', '><img src=x.png>')),
  inFrame(element('<img src=', '>')),
  inFrame((address) => `<meta http-equiv=refresh content="0;url=${attribute(address)}">`),
  inFrame(
    (address) =>
      `<form action="${attribute(address)}"></form><script>document.forms[0].submit()</script>`,
  ),
  inFrame((address) => `<script>location.href = ${literal(address)}</script>`),
];

/** Places that navigate the page, which can have only one of them. */
const leavingPlaces: readonly Place[] = [
  (address) => `<meta http-equiv=refresh content="0;url=${attribute(address)}">`,
  (address) => `<meta http-equiv=refresh content="0;${attribute(address)}">`,
  script('location.href = ', ''),
  script('location.replace('),
  (address) =>
    `<form action="${attribute(address)}"><input name=a></form><script>document.forms[0].submit()</script>`,
  (address) =>
    `<form method=post action="${attribute(address)}"></form><script>document.forms[0].submit()</script>`,
  element('<base href=', '><img src=x.png><link rel=stylesheet href=x.css>'),
];

/** The number of URLs per page. */
const perPage = 40;

/** One page navigates for each so many that stay. */
const stayingPages = 3;

/**
 * Returns pages that contain all the URLs, each in one place. @param redirect returns the URL of a
 * redirect to another one; every fifth URL is used through one
 */
export function pagesOf(
  addresses: readonly string[],
  redirect: (address: string) => string,
): readonly string[] {
  const pages: string[] = [];
  let place = 0;
  for (let at = 0; at < addresses.length;) {
    if (pages.length % (stayingPages + 1) === stayingPages) {
      const navigates = leavingPlaces[pages.length % leavingPlaces.length] ?? quietPlaces[0];
      pages.push(`<!doctype html><p>page ${pages.length}</p>${navigates?.(addresses[at] ?? '')}`);
      at += 1;
      continue;
    }
    const named = addresses.slice(at, at + perPage).map((address, index) => {
      const written = index % 5 === 4 ? redirect(address) : address;
      return quietPlaces[place++ % quietPlaces.length]?.(written) ?? '';
    });
    pages.push(`<!doctype html><meta charset=utf-8><p>page ${pages.length}</p>${named.join('\n')}`);
    at += perPage;
  }
  // HTML with a NUL byte counts as binary data, and is not read at all.
  return pages.map((page) => page.replaceAll('\0', ''));
}
