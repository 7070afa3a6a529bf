import { describe, expect, it } from 'vitest';
import {
  choose,
  chooseAll,
  goTo,
  keepShown,
  nothingSelected,
} from '../../../../../renderer/store/jobs/job-selection.js';

const ids = ['a', 'b', 'c', 'd', 'e'];
const only = (id: string) => choose(nothingSelected, ids, id, 'only');

describe('choosing jobs', () => {
  it('chooses one in the place of all others', () => {
    const selection = choose(chooseAll(nothingSelected, ids), ids, 'c', 'only');
    expect(selection).toEqual({ selected: new Set(['c']), anchor: 'c', active: 'c' });
  });

  it('adds one, and takes it away again', () => {
    const two = choose(only('a'), ids, 'd', 'toggle');
    expect(two.selected).toEqual(new Set(['a', 'd']));
    expect(choose(two, ids, 'a', 'toggle').selected).toEqual(new Set(['d']));
  });

  it('chooses a stretch from where it began, in both directions', () => {
    const down = choose(only('b'), ids, 'd', 'range');
    expect(down.selected).toEqual(new Set(['b', 'c', 'd']));
    expect(choose(down, ids, 'a', 'range').selected).toEqual(new Set(['a', 'b']));
  });

  it('starts a stretch at the row itself where nothing was chosen, or the start is gone', () => {
    expect(choose(nothingSelected, ids, 'c', 'range').selected).toEqual(new Set(['c']));
    expect(choose(only('gone'), ids, 'c', 'range').selected).toEqual(new Set(['c']));
  });

  it('moves the keyboard without choosing', () => {
    expect(goTo(only('a'), 'b')).toEqual({ selected: new Set(['a']), anchor: 'a', active: 'b' });
  });
});

describe('rows that leave the list', () => {
  it('leave the selection as it is where it holds none of them', () => {
    const selection = only('b');
    expect(keepShown(selection, ids, ['a', 'b'])).toBe(selection);
  });

  it('are no longer chosen, and the keyboard goes to the row that takes their place', () => {
    const selection = choose(only('b'), ids, 'c', 'range');
    expect(keepShown(selection, ids, ['a', 'd', 'e'])).toEqual({
      selected: new Set(),
      anchor: null,
      active: 'd',
    });
  });

  it('send the keyboard to the last row from the end of the list', () => {
    expect(keepShown(only('e'), ids, ['a', 'b']).active).toBe('b');
    expect(keepShown(only('e'), ids, []).active).toBeNull();
  });
});
