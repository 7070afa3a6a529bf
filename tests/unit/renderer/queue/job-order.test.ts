import { describe, expect, it } from 'vitest';
import { moveBy, moveTo } from '../../../../renderer/queue/job-order.js';
import { rowsOf } from '../support/jobs.js';

const rows = rowsOf('d:completed', 'r:running', 'a', 'b', 'f:failed', 'c', 'e');
const order = [...rows.keys()];
const chosen = (...ids: string[]) => new Set(ids);

describe('moving jobs by one place', () => {
  it.each([
    ['up', ['b'], { ids: ['b'], before: 'a' }],
    ['up', ['c'], { ids: ['c'], before: 'b' }],
    ['up', ['a'], null],
    ['down', ['a'], { ids: ['a'], before: 'f' }],
    ['down', ['b'], { ids: ['b'], before: 'e' }],
    ['down', ['c'], { ids: ['c'], before: null }],
    ['down', ['e'], null],
    ['top', ['c'], { ids: ['c'], before: 'a' }],
    ['top', ['e', 'b'], { ids: ['b', 'e'], before: 'a' }],
    ['top', ['a', 'b'], null],
    ['up', ['a', 'c'], null],
    ['up', ['d'], null],
    ['top', ['r', 'b'], { ids: ['b'], before: 'a' }],
  ] as const)('%s: %j', (direction, ids, expected) => {
    expect(moveBy(direction, chosen(...ids), order, rows)).toEqual(expected);
  });
});

describe('dropping jobs', () => {
  it('moves them before the row under the pointer, or to the end', () => {
    expect(moveTo(2, chosen('c'), order, rows)).toEqual({ ids: ['c'], before: 'a' });
    expect(moveTo(order.length, chosen('a'), order, rows)).toEqual({ ids: ['a'], before: null });
  });

  it('never moves a job before itself', () => {
    expect(moveTo(2, chosen('a', 'b'), order, rows)).toEqual({ ids: ['a', 'b'], before: 'c' });
  });

  it('moves queued jobs only', () => {
    expect(moveTo(2, chosen('d', 'r'), order, rows)).toBeNull();
  });
});
