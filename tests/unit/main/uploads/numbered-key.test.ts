import { expect, it } from 'vitest';
import { numberedKey } from '../../../../electron/main/uploads/numbered-key.js';

it.each([
  ['a.pdf', 1, 'a.pdf'],
  ['a.pdf', 2, 'a-2.pdf'],
  ['in/the/year 2026/a.b.pdf', 13, 'in/the/year 2026/a.b-13.pdf'],
  ['in\\a.pdf', 2, 'in\\a-2.pdf'],
  ['v1.2/a.pdf', 2, 'v1.2/a-2.pdf'],
])('%s as number %i is %s', (key, number, numbered) => {
  expect(numberedKey(key, number)).toBe(numbered);
});

it('truncates a name at a character boundary if the key would be too long', () => {
  const numbered = numberedKey(`in/${'ü'.repeat(508)}.pdf`, 10);
  expect(numbered).toBe(`in/${'ü'.repeat(507)}-10.pdf`);
  expect(Buffer.byteLength(numbered)).toBeLessThanOrEqual(1024);
});
