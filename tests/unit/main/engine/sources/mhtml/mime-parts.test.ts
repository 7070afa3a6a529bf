import { expect, it } from 'vitest';
import { mimeParts } from '../../../../../../electron/main/engine/sources/mhtml/mime-parts.js';

const read = (...lines: readonly string[]) =>
  mimeParts(Buffer.from(lines.join('\r\n'), 'latin1')).map(({ type, charset, body }) => [
    type,
    charset,
    body.toString('latin1'),
  ]);

it('splits a message at its boundary, and not at a line that only starts with it', () => {
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

it('finds nested parts, and the last one of a truncated message', () => {
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

it('limits the depth to that of a saved page', () => {
  let message = 'Content-Type: text/html\n\ndeep';
  for (let depth = 0; depth < 20; depth += 1) {
    const boundary = `b${depth}x`;
    message = `Content-Type: multipart/mixed; boundary=${boundary}\n\n--${boundary}\n${message}\n--${boundary}--`;
  }
  expect(read(message)).toEqual([]);
});

// Quadratic decoders and parsers take longer than a test may.
it.each([
  ['blanks', ' '],
  ['blank lines', '   \n'],
  ['words and blanks', 'x   '],
  ['soft line breaks', '=\n'],
])('decodes a megabyte of %s quickly', (_what, part) => {
  const written = part.repeat(2 ** 20 / part.length) + 'end';
  const [decoded] = read('Content-Transfer-Encoding: quoted-printable', '', written);
  expect(decoded?.[2]).toMatch(/end$/);
});

it('parses hostile messages quickly', () => {
  const message = `Content-Type: multipart/related; boundary=b\n\n${'\n--b x'.repeat(200_000)}`;
  expect(read(message)).toEqual([]);
});
