import { expect, it } from 'vitest';
import {
  decodedText,
  textEncoding,
} from '../../../../../electron/main/engine/sources/text-encoding.js';

it('reads every byte of windows-1252 as the Encoding Standard says', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const text = decodedText(bytes, 'windows-1252');
  expect(text.slice(0x80, 0xa0)).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
  expect(text.slice(0, 0x80)).toBe(Buffer.from(bytes.subarray(0, 0x80)).toString('latin1'));
  expect(text.slice(0xa0)).toBe(Buffer.from(bytes.subarray(0xa0)).toString('latin1'));
});

it('reads no more than the bytes it is given, in the encoding that they are in', () => {
  const bytes = Buffer.from([0x41, 0x93, 0x80, 0x94, 0x42]).subarray(1, 4);
  expect(textEncoding(bytes)).toBe('windows-1252');
  expect(decodedText(bytes, textEncoding(bytes))).toBe('“€”');
  const utf8 = Buffer.from('\ufeff“€”');
  expect(decodedText(utf8, textEncoding(utf8))).toBe('“€”');
});
