import { describe, expect, it } from 'vitest';
import { indexByKey } from '../../../../renderer/ui/list-keys.js';

describe('indexByKey', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 99, 99],
    ['PageDown', 3, 11],
    ['PageDown', 96, 99],
    ['PageUp', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['ArrowDown', -1, 0],
    ['ArrowUp', -1, 0],
  ])('moves by %s from %i to %i', (key, current, target) => {
    expect(indexByKey(key, current, 100)).toBe(target);
  });

  it('ignores other keys', () => {
    expect(indexByKey('a', 3, 100)).toBeUndefined();
  });
});
