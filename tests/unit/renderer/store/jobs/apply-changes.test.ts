import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../../renderer/store/jobs/apply-changes.js';
import { row, rowsOf, summary } from './support.js';

const nothing = { rows: [], removed: [], summary: summary() };

describe('changes of the queue', () => {
  it('replace the rows that are known and leave the order as it is', () => {
    const rows = rowsOf('a', 'b');
    const order = ['a', 'b'];
    const before = rows.get('a');
    expect(applyChanges(rows, order, { ...nothing, rows: [row('b', 'running')] })).toBe(order);
    expect(rows.get('b')?.status).toBe('running');
    expect(rows.get('a')).toBe(before);
  });

  it('put new rows at the end, in their order', () => {
    const rows = rowsOf('a');
    const order = applyChanges(rows, ['a'], { ...nothing, rows: [row('c'), row('b')] });
    expect(order).toEqual(['a', 'c', 'b']);
    expect([...rows.keys()]).toEqual(['a', 'c', 'b']);
  });

  it('take rows off, those too that came and went between two events', () => {
    const rows = rowsOf('a', 'b');
    const order = applyChanges(rows, ['a', 'b'], {
      ...nothing,
      rows: [row('c')],
      removed: ['a', 'c'],
    });
    expect(order).toEqual(['b']);
    expect([...rows.keys()]).toEqual(['b']);
  });

  it('take a new order as it is told, without ids that are gone', () => {
    const rows = rowsOf('a', 'b', 'c');
    const change = { ...nothing, removed: ['b'], order: ['c', 'b', 'a'] };
    expect(applyChanges(rows, ['a', 'b', 'c'], change)).toEqual(['c', 'a']);
  });
});
