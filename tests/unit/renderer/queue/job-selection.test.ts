import { describe, expect, it } from 'vitest';
import {
  choose,
  chooseAll,
  goTo,
  keepShown,
  nothingSelected,
} from '../../../../renderer/queue/job-selection.js';

const ids = ['a', 'b', 'c', 'd', 'e'];
const only = (id: string) => choose(nothingSelected, ids, id, 'only');

describe('selecting jobs', () => {
  it('selects one instead of all others', () => {
    const selection = choose(chooseAll(nothingSelected, ids), ids, 'c', 'only');
    expect(selection).toEqual({ selected: new Set(['c']), anchor: 'c', active: 'c' });
  });

  it('toggles one', () => {
    const two = choose(only('a'), ids, 'd', 'toggle');
    expect(two.selected).toEqual(new Set(['a', 'd']));
    expect(choose(two, ids, 'a', 'toggle').selected).toEqual(new Set(['d']));
  });

  it('selects a range from the anchor, in both directions', () => {
    const down = choose(only('b'), ids, 'd', 'range');
    expect(down.selected).toEqual(new Set(['b', 'c', 'd']));
    expect(choose(down, ids, 'a', 'range').selected).toEqual(new Set(['a', 'b']));
  });

  it('starts a range at the row itself without an anchor', () => {
    expect(choose(nothingSelected, ids, 'c', 'range').selected).toEqual(new Set(['c']));
    expect(choose(only('gone'), ids, 'c', 'range').selected).toEqual(new Set(['c']));
  });

  it('moves the active row without selecting', () => {
    expect(goTo(only('a'), 'b')).toEqual({ selected: new Set(['a']), anchor: 'a', active: 'b' });
  });
});

describe('removed rows', () => {
  it('do not change a selection without them', () => {
    const selection = only('b');
    expect(keepShown(selection, ids, ['a', 'b'])).toBe(selection);
  });

  it('are deselected, and the row that takes their place becomes active', () => {
    const selection = choose(only('b'), ids, 'c', 'range');
    expect(keepShown(selection, ids, ['a', 'd', 'e'])).toEqual({
      selected: new Set(),
      anchor: null,
      active: 'd',
    });
  });

  it('make the last row active at the end of the list', () => {
    expect(keepShown(only('e'), ids, ['a', 'b']).active).toBe('b');
    expect(keepShown(only('e'), ids, []).active).toBeNull();
  });
});
