import { type CommonRange, type PagePair, commonRanges } from './align.js';
import { type Box, type PageText, boxOf, joinWords, overlaps, union } from './page-text.js';

/** A place in one version. */
export interface Mark {
  /** From 0. */
  readonly page: number;
  readonly box: Box;
}

export interface Change {
  /**
   * `look`: the same text in another style, or anything that is not text, such as an image or a
   * line. `moved`: the same content at another place; only if nothing else changed.
   */
  readonly kind: 'text' | 'page-added' | 'page-removed' | 'look' | 'moved';
  /** The pair of pages that shows it. */
  readonly row: number;
  /** Its place on these pages, in points from their top. */
  readonly top: number;
  /** The removed and the added words; for `look`, `after` has those that are there. */
  readonly before: string;
  readonly after: string;
  readonly marksBefore: readonly Mark[];
  readonly marksAfter: readonly Mark[];
}

/** What became of a word. */
const same = 0;
/** By less than what counts as moved: Chromium places the same lines a little apart. */
const nudged = 1;
const moved = 2;
const changed = 3;

/** The fate of each word of each page. */
interface WordStates {
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
}

/** The texts of two versions, their words as numbers (see `numberWords`), and the paired pages. */
export interface ComparedTexts {
  readonly before: readonly PageText[];
  readonly after: readonly PageText[];
  readonly wordsBefore: readonly Int32Array[];
  readonly wordsAfter: readonly Int32Array[];
  readonly pairs: readonly PagePair[];
}

export interface TextComparison {
  /** In the order of the rows. */
  readonly changes: readonly Change[];
  readonly states: WordStates;
}

/** How far a word may be from its earlier place, in points, and count as not moved; as the same. */
const movedPoints = 1;
const samePoints = 0.01;

/** The smallest number of words in a row that are found again on another page. */
const minMovedWords = 3;

/** A part of a page that is different in the other version: word indexes, `to` is exclusive. */
interface Gap {
  readonly row: number;
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

/**
 * Compares the words of paired pages. Words that were pushed to another page count as moved, not as
 * removed and added.
 */
export function compareTexts(texts: ComparedTexts): TextComparison {
  const states: WordStates = {
    before: texts.before.map(({ words }) => new Uint8Array(words.length).fill(changed)),
    after: texts.after.map(({ words }) => new Uint8Array(words.length).fill(changed)),
  };
  const gaps = texts.pairs.flatMap((pair, row) => compareRow(texts, states, pair, row));
  findAcrossPages(texts, states);
  const ofPages = texts.pairs.flatMap((pair, row) => pageChange(pair, row));
  const ofText = gaps.flatMap((gap) => textChange(texts, states, gap));
  return { changes: sorted([...ofPages, ...ofText]), states };
}

/** In the order of the pages, from top to bottom. */
export function sorted(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((a, b) => a.row - b.row || a.top - b.top);
}

function compareRow(
  { before, after, wordsBefore, wordsAfter }: ComparedTexts,
  states: WordStates,
  pair: PagePair,
  row: number,
): readonly Gap[] {
  if (pair.before === null || pair.after === null) return [];
  const [pageBefore, pageAfter] = [before[pair.before], after[pair.after]];
  const [one, other] = [wordsBefore[pair.before], wordsAfter[pair.after]];
  const [statesBefore, statesAfter] = [states.before[pair.before], states.after[pair.after]];
  if (!pageBefore || !pageAfter || !one || !other || !statesBefore || !statesAfter) return [];
  const ranges = withoutCoincidences(commonRanges(one, other), one.length, other.length);
  for (const range of ranges) {
    for (let step = 0; step < range.length; step += 1) {
      const [b, a] = [range.before + step, range.after + step];
      const state = moveOf(boxOf(pageBefore, b), boxOf(pageAfter, a));
      statesBefore[b] = state;
      statesAfter[a] = state;
    }
  }
  return gapsBetween(ranges, one.length, other.length).map((gap) => ({ row, ...gap }));
}

function moveOf(before: Box, after: Box): typeof same | typeof nudged | typeof moved {
  const distance = Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y));
  if (distance > movedPoints) return moved;
  return distance > samePoints ? nudged : same;
}

function gapsBetween(
  ranges: readonly CommonRange[],
  lengthBefore: number,
  lengthAfter: number,
): readonly Omit<Gap, 'row'>[] {
  let [b, a] = [0, 0];
  const gaps: Omit<Gap, 'row'>[] = [];
  for (const range of [...ranges, { before: lengthBefore, after: lengthAfter, length: 0 }]) {
    if (range.before > b || range.after > a) {
      gaps.push({ before: [b, range.before], after: [a, range.after] });
    }
    [b, a] = [range.before + range.length, range.after + range.length];
  }
  return gaps;
}

/**
 * Drops common words that are fewer than what changed on both sides of them: a rewritten sentence
 * is one change, although both versions have an "and".
 */
function withoutCoincidences(
  ranges: readonly CommonRange[],
  lengthBefore: number,
  lengthAfter: number,
): readonly CommonRange[] {
  const kept: CommonRange[] = [];
  ranges.forEach((range, index) => {
    const last = kept.at(-1) ?? { before: 0, after: 0, length: 0 };
    const next = ranges[index + 1] ?? { before: lengthBefore, after: lengthAfter };
    const gapLength = (from: typeof last, to: typeof next) =>
      Math.max(to.before - from.before - from.length, to.after - from.after - from.length);
    const isCoincidence =
      range.length < gapLength(last, range) && range.length < gapLength(range, next);
    if (!isCoincidence) kept.push(range);
  });
  return kept;
}

/** Finds words that only one of two paired pages has on other pages. */
function findAcrossPages({ wordsBefore, wordsAfter }: ComparedTexts, states: WordStates): void {
  const before = changedWords(wordsBefore, states.before);
  const after = changedWords(wordsAfter, states.after);
  for (const range of commonRanges(before.words, after.words)) {
    if (range.length < minMovedWords) continue;
    for (let step = 0; step < range.length; step += 1) {
      before.setMoved(range.before + step);
      after.setMoved(range.after + step);
    }
  }
}

function changedWords(pages: readonly Int32Array[], states: readonly Uint8Array[]) {
  const words: number[] = [];
  const places: (readonly [number, number])[] = [];
  pages.forEach((page, number) =>
    page.forEach((word, index) => {
      if (states[number]?.[index] !== changed) return;
      words.push(word);
      places.push([number, index]);
    }),
  );
  const setMoved = (at: number) => {
    const [page, index] = places[at] ?? [0, 0];
    const ofPage = states[page];
    if (ofPage) ofPage[index] = moved;
  };
  return { words, setMoved };
}

function pageChange({ before, after }: PagePair, row: number): readonly Change[] {
  if (before !== null && after !== null) return [];
  return [rowChange(before === null ? 'page-added' : 'page-removed', row)];
}

/** Of the pages of the row as a whole. */
export function rowChange(kind: Change['kind'], row: number): Change {
  return { kind, row, top: 0, before: '', after: '', marksBefore: [], marksAfter: [] };
}

function textChange(
  { before, after, pairs }: ComparedTexts,
  states: WordStates,
  { row, ...gap }: Gap,
): readonly Change[] {
  const pair = pairs[row];
  const removed = remaining(before, states.before, pair?.before ?? null, gap.before);
  const added = remaining(after, states.after, pair?.after ?? null, gap.after);
  const [first] = [...added.marks, ...removed.marks];
  if (!first) return [];
  return [
    {
      kind: 'text',
      row,
      top: first.box.y,
      before: joinWords(removed.words),
      after: joinWords(added.words),
      marksBefore: removed.marks,
      marksAfter: added.marks,
    },
  ];
}

/** The changed words, and a mark for each of their lines. */
function remaining(
  pages: readonly PageText[],
  states: readonly Uint8Array[],
  page: number | null,
  [from, to]: readonly [number, number],
) {
  const words: string[] = [];
  const boxes: Box[] = [];
  const text = page === null ? undefined : pages[page];
  if (page === null || !text) return { words, marks: [] };
  for (let index = from; index < to; index += 1) {
    if (states[page]?.[index] !== changed) continue;
    words.push(text.words[index] ?? '');
    boxes.push(boxOf(text, index));
  }
  return { words, marks: lines(boxes).map((box) => ({ page, box })) };
}

/** Joins the boxes of words that follow each other on a line. */
function lines(boxes: readonly Box[]): readonly Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    const isOnLine =
      last !== undefined &&
      Math.abs(last.y - box.y) < 0.5 * box.height &&
      box.x - (last.x + last.width) < box.height;
    if (isOnLine) joined[joined.length - 1] = union(last, box);
    else joined.push(box);
  }
  return joined;
}

/** What the pictures of a pair of pages add to the comparison of their texts. */
export interface LookComparison {
  readonly changes: readonly Change[];
  /** True if text has another place. */
  readonly isMoved: boolean;
}

/**
 * How far ink reaches above and below the box of its word, in points: accents, shadows, underlines.
 * Its sides are less certain than that, by a letter or two, because pdf.js does not report them.
 */
const inkMargin = 3;

/**
 * In points: where the pictures of the row differ because of its texts, by words that were changed,
 * moved or nudged.
 */
export function explainedBoxes(
  texts: ComparedTexts,
  { states }: TextComparison,
  row: number,
): readonly Box[] {
  const { before, after } = wordsOfRow(texts, states, row);
  return [...before, ...after]
    .filter(({ state }) => state !== same)
    .map(({ box }) => grown(box, box.height, inkMargin));
}

/**
 * Turns the other regions, in points, in which the pictures differ into changes. What is not text
 * is left out beside moved words, because it moved with them.
 */
export function compareLooks(
  texts: ComparedTexts,
  { states }: TextComparison,
  row: number,
  regions: readonly Box[],
): LookComparison {
  const { before, after } = wordsOfRow(texts, states, row);
  const words = [...before, ...after];
  const pair = texts.pairs[row];
  const changes = regions.flatMap((region): readonly Change[] => {
    const inside = after.filter(({ box }) => overlaps(core(box), region));
    if (inside.length === 0 && nearest(words, region)?.state === moved) return [];
    return [
      {
        kind: 'look',
        row,
        top: region.y,
        before: '',
        after: joinWords(inside.map(({ word }) => word)),
        marksBefore: [{ page: pair?.before ?? 0, box: region }],
        marksAfter: [{ page: pair?.after ?? 0, box: region }],
      },
    ];
  });
  return { changes, isMoved: words.some(({ state }) => state === moved) };
}

interface PlacedWord {
  readonly word: string;
  readonly box: Box;
  readonly state: number;
}

/** None for a page that is alone. */
function wordsOfRow(texts: ComparedTexts, states: WordStates, row: number) {
  const { before = null, after = null } = texts.pairs[row] ?? {};
  if (before === null || after === null) return { before: [], after: [] };
  return {
    before: placedWords(texts.before[before], states.before[before]),
    after: placedWords(texts.after[after], states.after[after]),
  };
}

function placedWords(page: PageText | undefined, states: Uint8Array | undefined): PlacedWord[] {
  return (page?.words ?? []).map((word, index) => ({
    word,
    box: page ? boxOf(page, index) : noBox,
    state: states?.[index] ?? same,
  }));
}

const noBox: Box = { x: 0, y: 0, width: 0, height: 0 };

function nearest(words: readonly PlacedWord[], region: Box): PlacedWord | undefined {
  let [found, distance]: [PlacedWord | undefined, number] = [undefined, Infinity];
  for (const word of words) {
    const { box } = word;
    const across = Math.max(0, box.x - region.x - region.width, region.x - box.x - box.width);
    const down = Math.max(0, box.y - region.y - region.height, region.y - box.y - box.height);
    if (across + down >= distance) continue;
    [found, distance] = [word, across + down];
  }
  return found;
}

function grown({ x, y, width, height }: Box, across: number, down: number): Box {
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}

/** The middle of a word, so that a region that only touches its edge does not have it. */
function core({ x, y, width, height }: Box): Box {
  return { x: x + width / 4, y: y + height / 3, width: width / 2, height: height / 3 };
}
