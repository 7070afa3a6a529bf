import { expect, it } from 'vitest';
import { titleIn } from '../../../../../electron/main/engine/contents/contents.js';

it.each([
  ['', 'Contents'],
  ['xx', 'Contents'],
  ['de-AT', 'Inhalt'],
  ['fr-CA', 'Sommaire'],
  ['ar', 'المحتويات'],
  ['nb-NO', 'Innhold'],
  ['nn', 'Innhald'],
  ['he', 'תוכן העניינים'],
  ['zh-CN', '目录'],
  ['zh-Hant-HK', '目錄'],
  ['zh-TW', '目錄'],
  ['zh-HK', '目錄'],
])('the table of contents has in "%s" the title "%s"', (language, title) => {
  expect(titleIn(language)).toBe(title);
});
