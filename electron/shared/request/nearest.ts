/** The known name that a mistyped one most likely means; null if none is near. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const [best] = known
    .map((name) => ({ name, distance: editDistance(written, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** How many letters must be put in, taken out or changed to get from one word to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
