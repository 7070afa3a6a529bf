import { Buffer } from 'node:buffer';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** A PNG of one red pixel. */
export const redDot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC',
  'base64',
);

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect id="r" width="40" height="40" fill="teal"/></svg>`;

const fonts = resolve(import.meta.dirname, '../../../../../examples/fonts');

/** Returns a font of the repository, for a family that no system has. */
function someFont(): Buffer {
  const name = readdirSync(fonts, { recursive: true })
    .map(String)
    .find((each) => each.includes('naskh-arabic-latin-700'));
  if (name === undefined) throw new Error(`There is no font in ${fonts}.`);
  return readFileSync(resolve(fonts, name));
}

/** Encodes a text in Latin-1, which is invalid UTF-8. */
const latin = (text: string) => Buffer.from(text, 'latin1');

/** Encodes a text in windows-1252, which has “ ” € where Latin-1 has control characters. */
const windows = (text: string) =>
  latin(text.replaceAll('“', '\x93').replaceAll('”', '\x94').replaceAll('€', '\x80'));

/** Returns one part of an archive (RFC 2557). */
const part = (type: string, location: string, encoding: string, body: string) =>
  `--cut\r\nContent-Type: ${type}\r\nContent-Location: ${location}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`;

/** Returns an archive in windows-1252, with a style sheet, a frame and an image. */
function savedArchive(): Buffer {
  const at = 'https://example.org';
  const type = 'text/html; charset="windows-1252"';
  const declared = '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">';
  return windows(
    [
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="cut"\r\n\r\n',
      part(
        type,
        `${at}/a.html`,
        '8bit',
        `<!DOCTYPE html>${declared}<link rel=stylesheet href="a.css"><title>Größe</title><p>“Äpfel” für 3 €</p><iframe src="f.html"></iframe><img src="r.png">`,
      ),
      part(
        'text/css; charset=windows-1252',
        `${at}/a.css`,
        'quoted-printable',
        'p::before { content: =22=93Stück=94: =22; color: teal; background: url(r.png) }',
      ),
      // It refers to nothing outside of its own text.
      part('text/html', `${at}/f.html`, '8bit', `<!DOCTYPE html>${declared}<p>“Füße” 5 €`),
      part('image/png', `${at}/r.png`, 'base64', redDot.toString('base64')),
      '--cut--\r\n',
    ].join(''),
  );
}

/** Pages that load files in every way that HTML has, and their files. */
export const site: Readonly<Record<string, string | Buffer>> = {
  'img/red.png': redDot,
  'img/a b.svg': drawing,
  'fonts/own.woff2': someFont(),
  'css/main.css': `@charset "utf-8";@import 'parts/colours.css' print;/* url(no.png) */
    @font-face { font-family: Own; src: url(../fonts/own.woff2) }
    h1 { font-family: Own; background: url("../img/red.png") }
    .set { background-image: image-set("../img/red.png" 1x, "../img/none.png" 3x); width: 30px; height: 30px }
    .quoted::after { content: "url(../img/red.png) ä" }`,
  'css/parts/colours.css': `@import url("../main.css"); h1 { color: crimson; border-image: url(../../img/red.png) 1 }`,
  'css/latin.css': latin('p::before { content: "Größe: " }'),
  'js/write.js':
    'document.getElementById("out").textContent = "written “so” by " + document.scripts.length;',
  'js/latin.js': latin('document.getElementById("two").textContent = "Füße";'),
  'inner/frame.html':
    '<!DOCTYPE html><link rel=stylesheet href="frame.css"><h2>Inside</h2><img src="../img/red.png" width=9>',
  'inner/frame.css': 'h2 { color: green; background: url(../img/red.png) }',

  'styles.html': `<!DOCTYPE html><meta charset="utf-8"><link rel="shortcut icon" href="img/red.png"><link rel=stylesheet href="css/main.css" integrity="">
    <style>@import url(css/parts/colours.css); h2 { background: url( img/red.png ) }</style>
    <h1>Title ä</h1><h2 style="color: blue; border-image: url('img/red.png') 2">Sub</h2><p class=quoted>Text</p><div class=set></div>`,
  'images.html': `<!DOCTYPE html><img src="img/red.png?v=1#x" width=20 height=20><img src='img/a b.svg' width=30>
    <img srcset="img/red.png 1x, img/missing.png 9x" width=22><picture><source media="(width > 9000px)" srcset="img/missing.png"><source srcset="img/red.png 100w, img/missing.png 9000w" sizes=10px><img src="img/red.png" width=24></picture>
    <input type=image src="img/red.png" width=12><svg width=50 height=50><image href="img/red.png" width=50 height=50 /><rect fill="none" width=3 height=3 /></svg>
    <table background="img/red.png"><tr><td>cell</table>`,
  'scripts.html': `<p id=out>no</p><p id=two>no</p><script src="js/write.js" defer></script><script charset="iso-8859-1" src=js/latin.js></script>`,
  'latin.html': latin(
    '<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><link rel=stylesheet href=css/latin.css><title>Grün</title><p>Äpfel</p><img src="img/red.png">',
  ),
  'frames.html': `<!DOCTYPE html><p>Outside</p><iframe src="inner/frame.html" width=300 height=150></iframe>
    <iframe srcdoc="&lt;p&gt;A &amp;amp; B&lt;img src=&quot;img/red.png&quot; width=8&gt;"></iframe><object data="img/a b.svg" type="image/svg+xml"></object><embed src="img/red.png" width=10 height=10>`,
  'based.html': `<!DOCTYPE html><base href="img/"><img src="red.png" width=10><p>based</p>`,
  'policy.html': `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self' 'unsafe-inline'"><link rel=stylesheet href="inner/frame.css"><h2>Held</h2><img src="img/red.png" width=11><script>document.write("not run")</script>`,
  'xml.xhtml': `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title><link rel="stylesheet" href="inner/frame.css"/></head><body><h2>One</h2><div class="empty"/><p id="out"/><script src="js/write.js"/><p>Two <b/>three<img src="img/red.png" width="9"/></p></body></html>`,
  'drawing.svg': `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"><style><![CDATA[ .a { fill: teal } ]]></style><rect class="a" width="300" height="100"/><image xlink:href="img/red.png" width="50" height="50"/><text x="10" y="150">Drawn</text></svg>`,
  'plain.txt': 'First line <b>not bold</b> & so on\n\n    indented ä\n',
  'saved.mht': savedArchive(),
  'no-tags.html': 'Only words, example.org',
};
