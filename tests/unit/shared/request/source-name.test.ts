import { expect, it } from 'vitest';
import type { SingleSource } from '../../../../electron/shared/request/source.js';
import { suggestedFilename } from '../../../../electron/shared/request/filename.js';

const file = { kind: 'file', path: '/home/me/b.html' } as const;
const text = { kind: 'html', html: '<p>' } as const;
const inFolder = {
  kind: 'file',
  path: '/home/me/manual/a.html',
  folder: '/home/me/manual/',
} as const;
const url = { kind: 'url', url: 'https://example.org/über' } as const;
const merged = (...parts: SingleSource[]) => ({ kind: 'merged' as const, parts });

it.each([
  [file, '', 'b.pdf'],
  [text, '', 'document.pdf'],
  [file, 'Three sheets', 'Three-sheets.pdf'],
  [text, 'b.html', 'b.pdf'],
  [text, ' report.XHTML\n', 'report.pdf'],
  [text, 'b.pdf', 'b.pdf'],
  [text, 'What is in index.php', 'What-is-in-index.php.pdf'],
  [file, '.html', 'b.pdf'],
  [merged(file, text), 'The title', 'b-merged.pdf'],
  [merged(url, file), '', 'uber-merged.pdf'],
  [merged(inFolder, inFolder), '', 'manual.pdf'],
  [merged(inFolder, file), '', 'a-merged.pdf'],
] as const)('the PDF of %j with the title "%s" is named %s', (source, title, name) => {
  expect(suggestedFilename(source, title)).toBe(name);
});
