import { expect, it } from 'vitest';
import { singleLine } from '../../../../electron/shared/request/text.js';

it.each([
  ['a\r\nb\u0000\u001b[31mc', 'a b [31mc'],
  ['\u0085é😀', ' é😀'],
  ['a\ud83db\udc00', 'a\ufffdb\ufffd'],
])('%j can be printed and stored', (text, expected) => {
  expect(singleLine(text)).toBe(expected);
});
