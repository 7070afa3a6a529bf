import { describe, expect, it } from 'vitest';
import { stepScale } from '../../../../../renderer/document/viewer/pdf-view.js';

describe('stepScale', () => {
  it.each([
    [1, 'up', 1.1],
    [1.14, 'up', 1.2],
    [1.14, 'down', 1.1],
    [1.5, 'up', 1.75],
    [1.5, 'down', 1.4],
    [1.75, 'down', 1.5],
    [0.1, 'down', 0.1],
    [0.04, 'down', 0.04],
    [0.04, 'up', 0.1],
    [5, 'up', 5],
  ] as const)('goes from %f %s to %f', (scale, direction, next) => {
    expect(stepScale(scale, direction)).toBe(next);
  });
});
