import { beforeEach, describe, expect, it } from 'vitest';
import { applyJobChanges, applyJobList, useJobs } from '../../../../renderer/queue/jobs-store.js';
import { row, rowsOf, summary } from '../support/jobs.js';

const nothing = { rows: [], removed: [], summary: summary() };

beforeEach(() => applyJobList({ rows: [...rowsOf('a', 'b').values()], summary: summary() }));

describe('changes of the queue', () => {
  it('replace known rows and keep the order', () => {
    const { rows: before, order } = useJobs.getState();
    applyJobChanges({ ...nothing, rows: [row('b', 'running')] });
    const { rows, order: after } = useJobs.getState();
    expect(after).toBe(order);
    expect(rows.get('b')?.status).toBe('running');
    expect(rows.get('a')).toBe(before.get('a'));
    expect(before.get('b')?.status).toBe('queued');
  });

  it('append new rows in their order', () => {
    applyJobChanges({ ...nothing, rows: [row('d'), row('c')] });
    expect(useJobs.getState().order).toEqual(['a', 'b', 'd', 'c']);
  });

  it('remove rows, also those that were added and removed between two events', () => {
    applyJobChanges({ ...nothing, rows: [row('c')], removed: ['a', 'c'] });
    expect(useJobs.getState().order).toEqual(['b']);
    expect([...useJobs.getState().rows.keys()]).toEqual(['b']);
  });

  it('apply a new order without unknown ids', () => {
    applyJobChanges({ ...nothing, rows: [row('c')], removed: ['b'], order: ['c', 'b', 'a'] });
    expect(useJobs.getState().order).toEqual(['c', 'a']);
  });

  it('keep the result of a batch until the next one starts', () => {
    const batch = { total: 2, ended: 2, failed: 1, secondsLeft: null };
    applyJobChanges({ ...nothing, summary: summary({ batch }) });
    expect(useJobs.getState().endedBatch).toBeNull();
    applyJobChanges(nothing);
    applyJobChanges(nothing);
    expect(useJobs.getState().endedBatch).toEqual(batch);
    applyJobChanges({ ...nothing, summary: summary({ batch }) });
    expect(useJobs.getState().endedBatch).toBeNull();
  });
});
