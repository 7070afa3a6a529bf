import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../examples');
const everything = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
const pages = everything.filter((file) => file.endsWith('.html'));
const texts = everything.filter((file) => /\.(html|css|js|svg)$/.test(file));

describe('the examples', () => {
  it('are the seven that are documented', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
    expect(names.sort()).toEqual([
      'arabic.html',
      'chart.html',
      'invoice.html',
      'japanese.html',
      'print-css.html',
      'report.html',
      'wide-tables.html',
    ]);
  });

  it.each(pages)('%s has a title, an author and a language', (page) => {
    const html = read(page);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<meta name="author" content="[^"]+" \/>/);
    expect(html).toMatch(/<html lang="[a-z]+"/);
  });

  it.each(texts)('%s refers only to files in its folder', (file) => {
    const missing = references(file).filter(
      (path) => !existsSync(join(folder, dirname(file), path)),
    );
    expect(missing).toEqual([]);
  });

  it('are small enough for a quick clone', () => {
    const bytes = everything.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(1.5 * 1024 * 1024);
  });

  it('include a font for every Japanese character that they use', () => {
    const ranges = unicodeRanges(read('fonts/noto-sans-jp.css'));
    const characters = [...new Set(visibleText('japanese.html'))];
    const uncovered = characters.filter((character) => !isIn(ranges, character));
    expect(characters.length).toBeGreaterThan(200);
    expect(uncovered).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Returns what a file loads, including URLs, which never exist in the folder. */
function references(file: string): string[] {
  const content = read(file);
  const patterns = [/<(?:link|script|img)\b[^>]*?\b(?:href|src)="([^"]+)"/g, /url\('([^']+)'\)/g];
  return patterns.flatMap((pattern) =>
    [...content.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
}

function visibleText(page: string): string {
  return read(page)
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*>|\s/g, '');
}

function unicodeRanges(css: string): readonly (readonly [number, number])[] {
  return [...css.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(
    ([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)],
  );
}

function isIn(ranges: readonly (readonly [number, number])[], character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}
