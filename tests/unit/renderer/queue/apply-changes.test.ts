import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../renderer/queue/apply-changes.js';
import { row, rowsOf, summary } from '../support/jobs.js';

const nothing = { rows: [], removed: [], summary: summary() };

describe('changes of the queue', () => {
  it('replace known rows and keep the order', () => {
    const rows = rowsOf('a', 'b');
    const order = ['a', 'b'];
    const before = rows.get('a');
    expect(applyChanges(rows, order, { ...nothing, rows: [row('b', 'running')] })).toBe(order);
    expect(rows.get('b')?.status).toBe('running');
    expect(rows.get('a')).toBe(before);
  });

  it('append new rows in their order', () => {
    const rows = rowsOf('a');
    const order = applyChanges(rows, ['a'], { ...nothing, rows: [row('c'), row('b')] });
    expect(order).toEqual(['a', 'c', 'b']);
    expect([...rows.keys()]).toEqual(['a', 'c', 'b']);
  });

  it('remove rows, also those that were added and removed between two events', () => {
    const rows = rowsOf('a', 'b');
    const order = applyChanges(rows, ['a', 'b'], {
      ...nothing,
      rows: [row('c')],
      removed: ['a', 'c'],
    });
    expect(order).toEqual(['b']);
    expect([...rows.keys()]).toEqual(['b']);
  });

  it('apply a new order without unknown ids', () => {
    const rows = rowsOf('a', 'b', 'c');
    const change = { ...nothing, removed: ['b'], order: ['c', 'b', 'a'] };
    expect(applyChanges(rows, ['a', 'b', 'c'], change)).toEqual(['c', 'a']);
  });
});
