import { describe, expect, it } from 'vitest';
import { matchScore } from '../../../../renderer/commands/Palette.js';

const labels = ['Save PDF', 'Save as…', 'Show shortcuts', 'Settings: Services', 'Copy as cURL'];

describe('matchScore', () => {
  it.each([
    ['save', ['Save PDF', 'Save as…']],
    ['sap', ['Save PDF']],
    ['curl', ['Copy as cURL']],
    ['ss', ['Show shortcuts', 'Save as…', 'Settings: Services']],
    ['xyz', []],
  ])('of %j is best for the best match', (typed, expected) => {
    const found = labels
      .map((label) => ({ label, score: matchScore(label, typed) }))
      .filter(({ score }) => score !== null)
      .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
    expect(found.map(({ label }) => label).slice(0, expected.length)).toEqual(expected);
    if (expected.length < 2) expect(found).toHaveLength(expected.length);
  });
});
