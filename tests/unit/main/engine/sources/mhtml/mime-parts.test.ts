import { expect, it } from 'vitest';
import { mimeParts } from '../../../../../../electron/main/engine/sources/mhtml/mime-parts.js';

const read = (...lines: readonly string[]) =>
  mimeParts(Buffer.from(lines.join('\r\n'), 'latin1')).map(({ type, charset, body }) => [
    type,
    charset,
    body.toString('latin1'),
  ]);

it('takes a message apart at its boundary, and at no line that only begins like it', () => {
  const parts = read(
    'content-type: Multipart/Related;',
    ' start="<x>"; BOUNDARY=ab',
    '',
    'before',
    '--ab',
    'Content-Type: text/html; charset="utf-8"',
    '',
    'one',
    '--abc',
    'still one',
    '--ab  ',
    '',
    'two',
    '--ab--',
    'after',
    '--ab',
    '',
    'never',
  );
  expect(parts).toEqual([
    ['text/html', 'utf-8', 'one\r\n--abc\r\nstill one'],
    ['text/plain', undefined, 'two'],
  ]);
});

it('finds parts inside of parts, and the last one of a message that was cut off', () => {
  const parts = read(
    'Content-Type: multipart/related; boundary=out',
    '',
    '--out',
    'Content-Type: multipart/alternative; boundary=in',
    '',
    '--in',
    'Content-Type: text/html',
    '',
    'inner',
    '--in--',
    '--out',
    'Content-Type: image/png',
    '',
    'cut o',
  );
  expect(parts).toEqual([
    ['text/html', undefined, 'inner'],
    ['image/png', undefined, 'cut o'],
  ]);
});

it.each([
  ['base64', 'R3L8\r\n3w==', 'Grü\u00df'],
  ['Quoted-Printable', 'Gr=FC=DF soft=\r\nly \t\r\n=3D=zz', 'Gr\u00fc\u00df softly\r\n==zz'],
  ['8bit', 'Gr\u00fc', 'Gr\u00fc'],
  ['7bit', 'a=3D', 'a=3D'],
])('decodes %s', (encoding, written, body) => {
  const part = [`Content-Transfer-Encoding: ${encoding}`, 'Content-Type: text/html', '', written];
  expect(read(...part)).toEqual([['text/html', undefined, body]]);
});

it('does not go deeper than any saved page does', () => {
  let message = 'Content-Type: text/html\n\ndeep';
  for (let depth = 0; depth < 20; depth += 1) {
    const boundary = `b${depth}x`;
    message = `Content-Type: multipart/mixed; boundary=${boundary}\n\n--${boundary}\n${message}\n--${boundary}--`;
  }
  expect(read(message)).toEqual([]);
});

it.each([
  ['blanks', ' '],
  ['lines of blanks', '   \n'],
  ['words and blanks', 'x   '],
  ['soft line ends', '=\n'],
])('decodes a megabyte of %s in no time', (_what, part) => {
  const written = part.repeat(2 ** 20 / part.length) + 'end';
  const began = performance.now();
  const [decoded] = read('Content-Transfer-Encoding: quoted-printable', '', written);
  expect(decoded?.[2]).toMatch(/end$/);
  expect(performance.now() - began).toBeLessThan(1000);
});

it('takes hostile messages apart in no time', () => {
  const message = `Content-Type: multipart/related; boundary=b\n\n${'\n--b x'.repeat(200_000)}`;
  const began = performance.now();
  expect(read(message)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2000);
});
