import { expect, it } from 'vitest';
import { inlineText } from '../../../../../electron/main/engine/inlining/inline-source.js';

it.each([
  ['<img src="b.png">', '<base href="https://example.org/a/"><img src="b.png">'],
  ['<!DOCTYPE html>\n<p>x', '<!DOCTYPE html><base href="https://example.org/a/">\n<p>x'],
  [
    '<base href="img/"><img src="b.png">',
    '<base href="https://example.org/a/img/"><base href="img/"><img src="b.png">',
  ],
  ['text', '<base href="https://example.org/a/">text'],
])('writes the base URL into %j', (html, expected) => {
  const inlined = inlineText({ kind: 'html', html, base: 'https://example.org/a/' });
  expect(inlined).toEqual({
    html: expected,
    size: Buffer.byteLength(expected),
    inlined: 0,
    unresolved: [],
  });
});
