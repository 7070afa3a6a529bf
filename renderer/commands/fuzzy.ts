/**
 * Returns how well a text matches what was typed: its letters in this order, in any case. Higher is
 * better: letters that follow each other or begin a word count more. Null without a match.
 */
export function matchScore(text: string, typed: string): number | null {
  const letters = Array.from(typed.toLowerCase()).filter((letter) => letter.trim() !== '');
  const lower = text.toLowerCase();
  const position = lower.indexOf(typed.trim().toLowerCase());
  if (position !== -1) return 1000 - position - text.length / 100;
  let score = 0;
  let last = -1;
  for (const letter of letters) {
    const found = lower.indexOf(letter, last + 1);
    if (found === -1) return null;
    if (found === last + 1) score += 5;
    if (found === 0 || /[\s:/-]/.test(lower[found - 1] ?? '')) score += 8;
    score -= (found - last) / 10;
    last = found;
  }
  return score;
}
