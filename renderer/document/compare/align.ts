export interface CommonRange {
  /** Where it begins in each. */
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Pages of two versions that are shown beside each other, from 0; null: the version has none. */
export interface PagePair {
  readonly before: number | null;
  readonly after: number | null;
}

/** The largest table of a dynamic program, in cells: 4 million take about 10 ms and 8 MB. */
const maxCells = 4_000_000;

/** The largest table of compared pages, in cells; each costs as much as a page has words. */
const maxPageCells = 60_000;

/**
 * In order, by patience diff: values that occur once in both are fixed points, and what is between
 * them is compared in full. A long stretch without fixed points counts as different.
 */
export function commonRanges(
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): readonly CommonRange[] {
  const found: CommonRange[] = [];
  const add = (range: CommonRange) => {
    const last = found.at(-1);
    const continuesLast =
      last?.before === range.before - (last?.length ?? 0) &&
      last.after === range.after - last.length;
    if (continuesLast) found[found.length - 1] = { ...last, length: last.length + range.length };
    else found.push(range);
  };
  addCommon({ before, after }, [0, before.length, 0, after.length], add);
  return found;
}

interface Sequences {
  readonly before: ArrayLike<number>;
  readonly after: ArrayLike<number>;
}

/** Start and end in the first sequence, then in the second one. */
type Part = readonly [number, number, number, number];

function addCommon(
  sequences: Sequences,
  [b0, b1, a0, a1]: Part,
  add: (range: CommonRange) => void,
): void {
  const { before, after } = sequences;
  const room = Math.min(b1 - b0, a1 - a0);
  let start = 0;
  while (start < room && before[b0 + start] === after[a0 + start]) start += 1;
  let end = 0;
  while (end < room - start && before[b1 - 1 - end] === after[a1 - 1 - end]) end += 1;
  if (start > 0) add({ before: b0, after: a0, length: start });
  const inner: Part = [b0 + start, b1 - end, a0 + start, a1 - end];
  if (room > start + end) addInner(sequences, inner, add);
  if (end > 0) add({ before: b1 - end, after: a1 - end, length: end });
}

function addInner(sequences: Sequences, part: Part, add: (range: CommonRange) => void): void {
  const [b0, b1, a0, a1] = part;
  const fixed = fixedPoints(sequences, part);
  if (fixed.length === 0) {
    if ((b1 - b0) * (a1 - a0) <= maxCells) addLongest(sequences, part, add);
    return;
  }
  let [b, a] = [b0, a0];
  for (const [nextB, nextA] of fixed) {
    addCommon(sequences, [b, nextB, a, nextA], add);
    add({ before: nextB, after: nextA, length: 1 });
    [b, a] = [nextB + 1, nextA + 1];
  }
  addCommon(sequences, [b, b1, a, a1], add);
}

/** Returns the most positions, in order, of values that occur once in both parts. */
function fixedPoints({ before, after }: Sequences, [b0, b1, a0, a1]: Part) {
  const inAfter = uniquePositions(after, a0, a1);
  const points: (readonly [number, number])[] = [];
  for (const [value, b] of uniquePositions(before, b0, b1)) {
    const a = inAfter.get(value);
    if (a !== undefined) points.push([b, a]);
  }
  points.sort(([one], [other]) => one - other);
  return increasing(points);
}

function uniquePositions(values: ArrayLike<number>, from: number, to: number) {
  const positions = new Map<number, number>();
  const repeated = new Set<number>();
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? 0;
    if (positions.has(value)) repeated.add(value);
    else positions.set(value, index);
  }
  for (const value of repeated) positions.delete(value);
  return positions;
}

/** Returns the longest chain of points whose second numbers increase. */
function increasing(points: readonly (readonly [number, number])[]) {
  const ends: number[] = [];
  const previous = new Int32Array(points.length);
  points.forEach(([, a], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((points[ends[middle] ?? 0]?.[1] ?? 0) < a) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const chain: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const point = points[index];
    if (point) chain.push(point);
  }
  return chain.reverse();
}

/** Adds a longest common subsequence, by the table of all pairs. */
function addLongest(
  { before, after }: Sequences,
  [b0, b1, a0, a1]: Part,
  add: (range: CommonRange) => void,
): void {
  const [rows, columns] = [b1 - b0, a1 - a0];
  const width = columns + 1;
  // The longest subsequence of the rest, from each pair of positions.
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[b0 + row] === after[a0 + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (before[b0 + row] === after[a0 + column]) {
      add({ before: b0 + row, after: a0 + column, length: 1 });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** Replaces words by numbers, the same word by the same number. */
export function numberWords(
  pages: readonly (readonly string[])[],
  known: Map<string, number>,
): readonly Int32Array[] {
  return pages.map((words) =>
    Int32Array.from(words, (word) => {
      const number = known.get(word) ?? known.size;
      known.set(word, number);
      return number;
    }),
  );
}

/**
 * Pairs the pages of two versions by their words, in order. Pages with the same text belong
 * together; between them, those with the most words in common do. The others are alone.
 * @param before the words of each page, as numbers
 */
export function alignPages(
  before: readonly Int32Array[],
  after: readonly Int32Array[],
): readonly PagePair[] {
  const keys = new Map<string, number>();
  const [keysBefore = [], keysAfter = []] = numberWords(
    [before.map((page) => page.join()), after.map((page) => page.join())],
    keys,
  );
  const pairs: PagePair[] = [];
  let [b, a] = [0, 0];
  const fill = (toB: number, toA: number) =>
    pairs.push(...pairBySimilarity(before, after, [b, toB, a, toA]));
  for (const range of commonRanges(keysBefore, keysAfter)) {
    fill(range.before, range.after);
    for (let step = 0; step < range.length; step += 1) {
      pairs.push({ before: range.before + step, after: range.after + step });
    }
    [b, a] = [range.before + range.length, range.after + range.length];
  }
  fill(before.length, after.length);
  return pairs;
}

/** What a pair of pages without common words adds, so that pages are paired if possible. */
const pairBonus = 0.02;

function pairBySimilarity(
  before: readonly Int32Array[],
  after: readonly Int32Array[],
  [b0, b1, a0, a1]: Part,
): readonly PagePair[] {
  const [rows, columns] = [b1 - b0, a1 - a0];
  if (rows * columns > maxPageCells || rows === 0 || columns === 0) {
    return Array.from({ length: Math.max(rows, columns) }, (_, step) => ({
      before: step < rows ? b0 + step : null,
      after: step < columns ? a0 + step : null,
    }));
  }
  const sorted = (page: Int32Array | undefined) => (page ?? new Int32Array()).toSorted();
  const sortedBefore = before.slice(b0, b1).map(sorted);
  const sortedAfter = after.slice(a0, a1).map(sorted);
  const width = columns + 1;
  const gains = new Float32Array(rows * columns);
  const sums = new Float32Array((rows + 1) * width);
  const sum = (row: number, column: number) => sums[row * width + column] ?? 0;
  const paired = (row: number, column: number) =>
    (gains[row * columns + column] ?? 0) + sum(row + 1, column + 1);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      gains[row * columns + column] =
        pairBonus + similarity(sortedBefore[row], sortedAfter[column]);
      sums[row * width + column] = Math.max(
        paired(row, column),
        sum(row + 1, column),
        sum(row, column + 1),
      );
    }
  }
  const pairs: PagePair[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const isPair = row < rows && column < columns && paired(row, column) >= sum(row, column);
    const isBefore = !isPair && row < rows && sum(row + 1, column) >= sum(row, column);
    const takesBefore = isPair || isBefore || column >= columns;
    const takesAfter = isPair || !takesBefore;
    pairs.push({
      before: takesBefore ? b0 + row : null,
      after: takesAfter ? a0 + column : null,
    });
    if (takesBefore) row += 1;
    if (takesAfter) column += 1;
  }
  return pairs;
}

/** The share of words that both have (Dice), from 0 to 1. */
function similarity(one = new Int32Array(), other = new Int32Array()): number {
  if (one.length + other.length === 0) return 1;
  let [i, j, common] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    const difference = (one[i] ?? 0) - (other[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return (2 * common) / (one.length + other.length);
}
