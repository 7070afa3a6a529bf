import { describe, expect, it } from 'vitest';
import {
  activeAfter,
  deselectAll,
  indexByKey,
  nothingSelected,
  selectAllRows,
  selectRow,
  selectedRows,
} from '../../../../renderer/ui/row-selection.js';

const ids = ['a', 'b', 'c', 'd', 'e'];
const only = (id: string) => selectRow(nothingSelected, ids, id, 'only');

describe('selecting rows', () => {
  it('selects one instead of all others', () => {
    const selection = selectRow(selectAllRows(nothingSelected, ids), ids, 'c', 'only');
    expect(selection).toEqual({ selected: new Set(['c']), anchor: 'c', active: 'c' });
  });

  it('toggles one', () => {
    const two = selectRow(only('a'), ids, 'd', 'toggle');
    expect(two.selected).toEqual(new Set(['a', 'd']));
    expect(selectRow(two, ids, 'a', 'toggle').selected).toEqual(new Set(['d']));
  });

  it('selects a range from the anchor, in both directions', () => {
    const down = selectRow(only('b'), ids, 'd', 'range');
    expect(down.selected).toEqual(new Set(['b', 'c', 'd']));
    expect(selectRow(down, ids, 'a', 'range').selected).toEqual(new Set(['a', 'b']));
  });

  it('starts a range at the row itself without an anchor', () => {
    expect(selectRow(nothingSelected, ids, 'c', 'range').selected).toEqual(new Set(['c']));
    expect(selectRow(only('gone'), ids, 'c', 'range').selected).toEqual(new Set(['c']));
  });

  it('deselects all; the active row stays', () => {
    expect(deselectAll(only('a'))).toEqual({ selected: new Set(), anchor: null, active: 'a' });
  });

  it('lists the selected rows in order, without those that are not listed', () => {
    const selection = { ...only('a'), selected: new Set(['d', 'gone', 'b']) };
    expect(selectedRows(selection, ids)).toEqual(['b', 'd']);
  });
});

describe('the active row', () => {
  it('stays while it is listed', () => {
    expect(activeAfter('b', ids, ['a', 'b'])).toBe('b');
    expect(activeAfter(null, ids, ['a'])).toBeNull();
  });

  it('becomes the one that took its place, or the last one', () => {
    expect(activeAfter('c', ids, ['a', 'd', 'e'])).toBe('d');
    expect(activeAfter('e', ids, ['a', 'b'])).toBe('b');
    expect(activeAfter('e', ids, [])).toBeNull();
  });
});

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
