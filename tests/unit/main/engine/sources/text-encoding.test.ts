import { describe, expect, it } from 'vitest';
import { textEncoding } from '../../../../../electron/main/engine/sources/detect-encoding.js';
import {
  declaredEncoding,
  decodedText,
  unicodeText,
} from '../../../../../electron/main/engine/sources/text-encoding.js';
import { encodedTexts } from '../../../../support/encoded-texts.js';

it('decodes every byte of windows-1252 as in the Encoding Standard', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const text = decodedText(bytes, 'windows-1252');
  expect(text.slice(0x80, 0xa0)).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
  expect(text.slice(0, 0x80)).toBe(Buffer.from(bytes.subarray(0, 0x80)).toString('latin1'));
  expect(text.slice(0xa0)).toBe(Buffer.from(bytes.subarray(0xa0)).toString('latin1'));
});

it('reads only the given bytes, in their encoding', () => {
  const bytes = Buffer.from([0x41, 0x93, 0x80, 0x94, 0x42]).subarray(1, 4);
  expect(decodedText(bytes, 'windows-1252')).toBe('“€”');
  const utf8 = Buffer.from('\ufeff“€”');
  expect(decodedText(utf8, textEncoding(utf8))).toBe('“€”');
});

it.each([
  ['UTF-8', Buffer.from('x – ü')],
  ['UTF-8 with a mark', Buffer.from('\ufeffx – ü')],
  ['UTF-16 with a mark', Buffer.from('\ufeffx – ü', 'utf16le')],
  ['UTF-16 in the other order', Buffer.from('\ufeffx – ü', 'utf16le').swap16()],
])('decodes %s', (_name, bytes) => {
  expect(unicodeText(bytes)).toBe('x – ü');
});

/** Short texts, for which other detectors need more. */
const shortTexts = [
  ['ibm866', 'Эта страница написана по-русски.', 'neKgIOHi4KCtqOagIK2gr6jhoK2gIK+uLeDj4eGqqC4='],
  ['koi8-u', 'Ця сторінка написана українською.', '49Eg09TP0qbOy8EgzsHQydPBzsEg1cvSwafO09jLz8Au'],
  ['windows-874', 'หน้านี้เขียนเป็นภาษาไทย', 'y7np0rnV6eCi1cK54LvnucDSydLkt8I='],
  ['windows-1255', 'הדף הזה כתוב בעברית.', '5OPzIOTm5CDr+uXhIOHy4fjp+i4='],
  ['windows-1256', 'هذه الصفحة مكتوبة.', '5dDlIMfh1d3NySDj38rmyMku'],
  [
    'windows-1257',
    'Šis puslapis parašytas lietuvių kalba.',
    '0GlzIHB1c2xhcGlzIHBhcmHweXRhcyBsaWV0dXZp+CBrYWxiYS4=',
  ],
  [
    'iso-8859-4',
    'Šis puslapis parašytas lietuvių kalba, o jo koduotė nenurodyta.',
    'qWlzIHB1c2xhcGlzIHBhcmG5eXRhcyBsaWV0dXZp+SBrYWxiYSwgbyBqbyBrb2R1b3TsIG5lbnVyb2R5dGEu',
  ],
  [
    'iso-8859-10',
    'Šī lapa ir rakstīta latviešu valodā, un tās kodējums nav norādīts.',
    'qrQgbGFwYSBpciByYWtzdLR0YSBsYXR2aWW6dSB2YWxvZOAsIHVuIHTgcyBrb2SyanVtcyBuYXYgbm9y4GS0dHMu',
  ],
  ['gb18030', '简体中文 简体中文 简体中文', 'vPLM5dbQzsQgvPLM5dbQzsQgvPLM5dbQzsQ='],
  ['big5', '繁體中文繁體中文繁體中文', 'wWPF6aSkpOXBY8XppKSk5cFjxemkpKTl'],
  ['windows-1254', 'Bu sayfa Türkçe yazılmıştır.', 'QnUgc2F5ZmEgVPxya+dlIHlhev1sbf3+dP1yLg=='],
] as const;

describe('the encoding of a text without a declaration', () => {
  it.each(shortTexts)('is detected in one sentence: %s', (_, text, bytes) => {
    const page = Buffer.from(bytes, 'base64');
    expect(decodedText(page, textEncoding(page))).toBe(text);
  });

  it.each(encodedTexts)('is detected: %s', (_, text, bytes) => {
    const page = Buffer.concat([Buffer.from('<p class=text>'), Buffer.from(bytes, 'base64')]);
    expect(decodedText(page, textEncoding(page))).toBe(`<p class=text>${text}`);
  });

  it.each([
    ['utf-16le', 'Plain text.'],
    ['utf-16le', '<!doctype html>\r\n<p>Größe – 𝄞'],
    ['utf-16le', 'このページは日本語で書かれています。\n'],
    ['utf-16be', 'Эта страница написана по-русски.'],
    ['utf-16be', 'هذه الصفحة مكتوبة\tهنا'],
  ] as const)('is %s without a byte order mark: %s', (encoding, text) => {
    const bytes = Buffer.from(text, 'utf16le');
    if (encoding === 'utf-16be') bytes.swap16();
    expect(textEncoding(bytes)).toBe(encoding);
    const cut = Buffer.concat([bytes, bytes]).subarray(0, bytes.length + 2);
    expect(textEncoding(cut)).toBe(encoding);
  });

  it.each([
    ['a number of two bytes', Buffer.from('01000200', 'hex')],
    ['ASCII with a zero', Buffer.from('text\0text')],
    ['zeros in a row', Buffer.from('a\0\0\0b\0c', 'latin1')],
    ['a letter without its second half', Buffer.from('a\0\0\xd8b\0', 'latin1')],
  ])('is not UTF-16 for %s', (_, bytes) => {
    expect(textEncoding(bytes)).not.toContain('utf-16');
  });

  it.each([
    ['iso-8859-15', 'Prix : 12 €', [['€', 0xa4]]],
    [
      'iso-8859-15',
      'Le bœuf et l’œuf',
      [
        ['œ', 0xbd],
        ['’', 0x27],
      ],
    ],
    [
      'iso-8859-15',
      'Le CŒUR et la sœur, à côté',
      [
        ['Œ', 0xbc],
        ['œ', 0xbd],
      ],
    ],
    ['windows-1252', 'Prix : ½ crème, 1½ café', []],
    ['windows-1252', 'L´été, c´est l´été', []],
    [
      'windows-1252',
      '“Grüße” für ¼ ¸ x',
      [
        ['“', 0x93],
        ['”', 0x94],
      ],
    ],
  ] as const)('is %s for %s', (encoding, text, signs) => {
    const changed = signs.reduce<string>(
      (before, [sign, byte]) => before.replaceAll(sign, String.fromCodePoint(byte)),
      text,
    );
    expect(textEncoding(Buffer.from(`${changed} été`, 'latin1'))).toBe(encoding);
  });

  it('is windows-1252 for an ambiguous word', () => {
    expect(textEncoding(Buffer.from('Grüße', 'latin1'))).toBe('windows-1252');
  });

  it.each([
    ['ASCII', 'plain'],
    ['a terminal escape sequence', '\u001b[1mbold'],
    ['UTF-8', 'Größe'],
    ['UTF-8 that ends within a character', Buffer.from('Größe €').subarray(0, -1)],
  ])('is UTF-8 for %s', (_, text) => {
    expect(textEncoding(Buffer.from(text))).toBe('utf-8');
  });

  it('is found quickly in hostile text', () => {
    const hostile = Buffer.from(
      `é${'<script'.repeat(100_000)}${'<!--<meta '.repeat(100_000)}`,
      'latin1',
    );
    expect(textEncoding(hostile)).toBe('windows-1252');
    expect(declaredEncoding(hostile)).toBeNull();
  });
});

describe('the declared encoding', () => {
  it.each([
    ['<meta charset=shift_jis>', 'shift_jis'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=EUC-KR">', 'euc-kr'],
    [`<title>${'x'.repeat(2000)}</title><meta charset="koi8-r">`, 'koi8-r'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><svg/>', 'iso-8859-2'],
    ['<!-- <meta charset=koi8-r> --><p>', null],
    ['<meta charset=unknown>', null],
    ['<meta charset=utf-16>', null],
    ['<body><meta charset=koi8-r>', null],
    ['<p>charset=koi8-r', null],
  ])('of %s', (html, encoding) => {
    expect(declaredEncoding(Buffer.from(html))).toBe(encoding);
  });
});
