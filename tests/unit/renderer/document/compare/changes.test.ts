import { describe, expect, it, test } from 'vitest';
import { alignPages, numberWords } from '../../../../../renderer/document/compare/align.js';
import {
  type Change,
  type ComparedTexts,
  compareLooks,
  compareTexts,
  explainedBoxes,
} from '../../../../../renderer/document/compare/changes.js';
import { type PageText, pageText } from '../../../../../renderer/document/compare/page-text.js';

/** PDF coordinates have their origin at the lower left corner. */
const toPage = [1, 0, 0, -1, 0, 200];

/** A page with lines of text, 20 points apart, in a font whose letters are 5 points wide. */
function page(...lines: readonly string[]): PageText {
  const runs = lines.map((str, index) => ({
    str,
    transform: [10, 0, 0, 10, 0, 180 - 20 * index],
    width: 5 * str.length,
    hasEOL: true,
    dir: 'ltr',
    family: 'monospace',
  }));
  return pageText(runs, { width: 200, height: 200 }, toPage, (text) => text.length);
}

function textsOf(before: readonly PageText[], after: readonly PageText[]): ComparedTexts {
  const known = new Map<string, number>();
  const numbers = (pages: readonly PageText[]) =>
    numberWords(
      pages.map(({ words }) => words),
      known,
    );
  const [wordsBefore, wordsAfter] = [numbers(before), numbers(after)];
  return { before, after, wordsBefore, wordsAfter, pairs: alignPages(wordsBefore, wordsAfter) };
}

function shown({ kind, row, before, after }: Change): string {
  return kind === 'text' ? `${row}: ${before} > ${after}` : `${row}: ${kind}`;
}

describe('pageText', () => {
  test('splits runs into words with their places', () => {
    const { words, boxes } = page('Hello world', '漢字 ok');
    expect(words).toEqual(['Hello', 'world', '漢', '字', 'ok']);
    expect([...boxes.subarray(4, 8)]).toEqual([30, 11.5, 25, 11]);
  });

  test('joins the parts of a word', () => {
    const run = { transform: [10, 0, 0, 10, 0, 180], hasEOL: false, dir: 'ltr', family: 'serif' };
    const runs = [
      { ...run, str: 'Ha', width: 10 },
      { ...run, str: 'lf way', width: 30, transform: [10, 0, 0, 10, 10, 180] },
    ];
    const { words } = pageText(runs, { width: 200, height: 200 }, toPage, (text) => text.length);
    expect(words).toEqual(['Half', 'way']);
  });
});

describe('compareTexts', () => {
  const filler = 'some words that are the same on both of them';
  it.each<[string, readonly PageText[], readonly PageText[], readonly string[]]>([
    ['nothing', [page(filler)], [page(filler)], []],
    ['a word', [page(filler, 'a cat sat')], [page(filler, 'a dog sat')], ['0: cat > dog']],
    ['an added word', [page(filler, 'a cat')], [page(filler, 'a fat cat')], ['0:  > fat']],
    ['a removed word', [page(filler, 'a fat cat')], [page(filler, 'a cat')], ['0: fat > ']],
    [
      'two words apart',
      [page('one two three four five')],
      [page('one 2 three 4 five')],
      ['0: two > 2', '0: four > 4'],
    ],
    [
      'a rewritten sentence once, although it has an "and" in both versions',
      [page(filler, 'cats run and birds fly')],
      [page(filler, 'dogs bark and fish swim')],
      ['0: cats run and birds fly > dogs bark and fish swim'],
    ],
    [
      'an inserted page',
      [page(filler, 'one'), page(filler, 'two')],
      [page(filler, 'one'), page('all is new'), page(filler, 'two')],
      ['1: page-added'],
    ],
    ['a removed page', [page(filler), page('gone')], [page(filler)], ['1: page-removed']],
    [
      'only the new line when text is pushed to the next page',
      [page(filler, 'a last line here'), page('the next page begins', 'and it goes on')],
      [
        page('brand new start', filler),
        page('a last line here', 'the next page begins', 'and it goes on'),
      ],
      ['0:  > brand new start'],
    ],
  ])('finds %s', (_, before, after, changes) => {
    expect(compareTexts(textsOf(before, after)).changes.map(shown)).toEqual(changes);
  });

  test('marks each line of a change', () => {
    const { changes } = compareTexts(textsOf([page('a b')], [page('a xx yy', 'zz b')]));
    expect(changes[0]?.marksAfter.map(({ box }) => [box.x, box.width])).toEqual([
      [10, 25],
      [0, 10],
    ]);
  });
});

describe('compareLooks', () => {
  const before = [page('first line', 'second line')];
  const looks = (after: PageText, region: readonly [number, number, number, number]) => {
    const texts = textsOf(before, [after]);
    const text = compareTexts(texts);
    const [x, y, width, height] = region;
    return compareLooks(texts, text, 0, [{ x, y, width, height }]);
  };

  test('names the text that looks different', () => {
    const { changes, isMoved } = looks(page('first line', 'second line'), [0, 30, 30, 12]);
    expect(changes.map(({ kind, after }) => [kind, after])).toEqual([['look', 'second']]);
    expect(isMoved).toBe(false);
  });

  test('counts what is not text, unless the words beside it moved', () => {
    expect(looks(page('first line', 'second line'), [0, 90, 50, 50]).changes).toHaveLength(1);
    const moved = looks(page('first line', '', 'second line'), [0, 90, 50, 50]);
    expect(moved).toEqual({ changes: [], isMoved: true });
  });

  test('changed and moved words explain the difference of the pictures', () => {
    const texts = textsOf(before, [page('first word', '', 'second line')]);
    const boxes = explainedBoxes(texts, compareTexts(texts), 0);
    // "line" and "word"; "second" and "line" at both places.
    expect(boxes).toHaveLength(6);
  });
});
