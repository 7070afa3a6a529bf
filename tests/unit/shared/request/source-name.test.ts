import { expect, it } from 'vitest';
import { suggestedFilename } from '../../../../electron/shared/request/filename.js';

const file = { kind: 'file', path: '/home/me/b.html' } as const;
const text = { kind: 'html', html: '<p>' } as const;

it.each([
  [file, '', 'b.pdf'],
  [text, '', 'document.pdf'],
  [file, 'Three sheets', 'Three-sheets.pdf'],
  [text, 'b.html', 'b.pdf'],
  [text, ' report.XHTML\n', 'report.pdf'],
  [text, 'b.pdf', 'b.pdf'],
  [text, 'What is in index.php', 'What-is-in-index.php.pdf'],
  [file, '.html', 'b.pdf'],
] as const)('the PDF of %j with the title "%s" is named %s', (source, title, name) => {
  expect(suggestedFilename(source, title)).toBe(name);
});
