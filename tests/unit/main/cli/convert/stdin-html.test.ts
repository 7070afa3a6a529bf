import { describe, expect, it } from 'vitest';
import { htmlFromBytes } from '../../../../../electron/main/cli/convert/stdin-html.js';

describe('htmlFromBytes', () => {
  it.each([
    ['UTF-8', Buffer.from('<p>größe')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<p>größe')],
    ['UTF-16 with a mark', Buffer.from('\ufeff<p>größe', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\ufeff<p>größe', 'utf16le').swap16()],
  ])('reads %s', (_name, bytes) => {
    expect(htmlFromBytes(bytes)).toBe('<p>größe');
  });

  it.each([
    ['<meta charset="iso-8859-1">größe', 'latin1'],
    ['<meta http-equiv=Content-Type content="text/html; charset=windows-1252">größe', 'latin1'],
    ['<meta charset=utf-16>größe', 'utf8'],
    ['<meta charset="nonsense">größe', 'utf8'],
  ] as const)('reads the encoding that %s names', (html, encoding) => {
    expect(htmlFromBytes(Buffer.from(html, encoding))).toBe(html);
  });

  it.each([
    ['<p>', 'names none'],
    ['<meta charset=windows-1252>', 'names windows-1252'],
    ['<meta charset=iso-8859-1>', 'names Latin-1, which is windows-1252 for browsers'],
  ])('reads what windows-1252 has beside Latin-1 after %s, which %s', (start) => {
    const bytes = Buffer.concat([
      Buffer.from(start),
      Buffer.from([0x80, 0x93, 0x94, 0x96, 0x85, 0xfc]),
    ]);
    expect(htmlFromBytes(bytes)).toBe(`${start}€“”–…ü`);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'is empty; it contains no HTML.'],
    ['white space', Buffer.from(' \n\t'), 'contains only white space, no HTML.'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'is a PDF, not HTML.'],
    ['zero bytes', Buffer.from('<p>\0'), 'contains binary data, not HTML.'],
  ])('refuses %s', (_name, bytes, end) => {
    expect(() => htmlFromBytes(bytes)).toThrow(`The HTML from standard input ${end}`);
  });
});
