import { describe, expect, it, test } from 'vitest';
import {
  alignPages,
  commonRanges,
  numberWords,
} from '../../../../../renderer/document/compare/align.js';

describe('commonRanges', () => {
  it.each([
    ['', '', ''],
    ['a b c', 'a b c', 'a b c'],
    ['a b c', 'x y z', ''],
    ['a b c d', 'a x c d', 'a c d'],
    ['a b c', 'a b x b c', 'a b c'],
    ['a cat and one dog', 'a dog and one cat', 'a and one'],
    ['a a a', 'a a', 'a a'],
    // Nothing occurs only once, so that there is no fixed point.
    ['a b a b a b', 'b a b b a a', 'b a b b'],
  ])('"%s" and "%s" have "%s" in common', (before, after, common) => {
    const words = before.split(' ').filter(Boolean);
    const [one = [], other = []] = numberWords(
      [words, after.split(' ').filter(Boolean)],
      new Map(),
    );
    const ranges = commonRanges(one, other);
    const found = ranges.flatMap((range) => words.slice(range.before, range.before + range.length));
    expect(found.join(' ')).toBe(common);
    const inAfter = ranges.flatMap((range) =>
      [...other].slice(range.after, range.after + range.length),
    );
    const inBefore = ranges.flatMap((range) =>
      [...one].slice(range.before, range.before + range.length),
    );
    expect(inAfter).toEqual(inBefore);
  });
});

/** `1-1` for a pair, `2-` and `-2` for pages that are alone. */
function aligned(before: readonly string[], after: readonly string[]): string {
  const known = new Map<string, number>();
  const numbers = (pages: readonly string[]) =>
    numberWords(
      pages.map((page) => page.split(' ').filter(Boolean)),
      known,
    );
  return alignPages(numbers(before), numbers(after))
    .map((pair) =>
      [pair.before, pair.after].map((page) => (page === null ? '' : page + 1)).join('-'),
    )
    .join(' ');
}

describe('alignPages', () => {
  const [a, b, c] = ['red green blue', 'one two three four', 'north south east west'];
  it.each([
    ['the same pages', [a, b, c], [a, b, c], '1-1 2-2 3-3'],
    ['an inserted page', [a, b, c], [a, 'new', b, c], '1-1 -2 2-3 3-4'],
    ['a removed page', [a, b, c], [a, c], '1-1 2- 3-2'],
    ['a changed page', [a, b, c], [a, 'one two seven', c], '1-1 2-2 3-3'],
    ['a rewritten page', [a, b, c], [a, 'all new', c], '1-1 2-2 3-3'],
    [
      'an inserted page beside a changed one',
      [a, b, c],
      [a, 'all new', 'one two three five', c],
      '1-1 -2 2-3 3-4',
    ],
    [
      'page numbers that changed',
      [`${a} 1`, `${b} 2`],
      [`all 1`, `${a} 2`, `${b} 3`],
      '-1 1-2 2-3',
    ],
    ['an inserted blank page', [a, b], [a, '', b], '1-1 -2 2-3'],
    ['more pages at the end', [a], [a, b, c], '1-1 -2 -3'],
    ['no pages in common', [a, b], ['x', 'y', 'z'], '1-1 2-2 -3'],
  ])('pairs %s', (_, before, after, pairs) => {
    expect(aligned(before, after)).toBe(pairs);
  });

  test('pairs long documents without common pages in order', () => {
    const pages = (word: string) => Array.from({ length: 300 }, (_, page) => `${word}${page}`);
    expect(aligned(pages('old'), pages('new'))).toMatch(/^1-1 2-2 .* 300-300$/);
  });
});
