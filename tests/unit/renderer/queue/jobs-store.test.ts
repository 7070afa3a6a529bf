import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyJobChanges,
  applyJobList,
  currentListing,
  entryStatus,
  showOnly,
  useJobs,
} from '../../../../renderer/queue/jobs-store.js';
import { row, rowsOf, summary } from '../support/jobs.js';
import type { DeliveryRow } from '../../../../electron/shared/deliveries.js';
import type { JobRow } from '../../../../electron/shared/jobs.js';
import { applyDeliveryList } from '../../../../renderer/queue/deliveries-store.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { upload } from '../support/deliveries.js';

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
});

function show(rows: JobRow[], deliveries: DeliveryRow[] = []): void {
  applyJobList({ rows, summary: summary() });
  applyDeliveryList({ rows: deliveries });
}

beforeEach(() => {
  useJobs.setState({ hidden: new Set() });
  showOnly({ tab: 'all', query: '', problem: null });
});

describe('the state of a row', () => {
  const done = row('a', 'completed', { path: '/out/a.pdf' });
  const uploaded = row('a', 'completed');

  it.each([
    [row('a'), [], 'waiting'],
    [row('a', 'running'), [], 'running'],
    [row('a', 'failed'), [upload('1')], 'failed'],
    [row('a', 'completed', { discarded: true }), [], 'canceled'],
    [done, [], 'done'],
    [done, [upload('1', { status: 'delivered' })], 'done'],
    [done, [upload('1', { status: 'canceled' })], 'done'],
    [uploaded, [upload('1', { status: 'canceled' })], 'canceled'],
    [uploaded, [upload('1'), upload('2', { status: 'running' })], 'running'],
    [uploaded, [upload('1'), upload('2', { status: 'delivered' })], 'waiting'],
    [uploaded, [upload('1', { status: 'running' }), upload('2', { status: 'failed' })], 'failed'],
  ] as const)('includes its uploads (%#)', (job, deliveries, status) => {
    expect(entryStatus({ kind: 'job', row: job, deliveries })).toBe(status);
  });
});

describe('the listed rows', () => {
  it('are in queue order, failed ones first', () => {
    show([row('a'), row('b', 'failed'), row('c', 'running'), row('d', 'failed')]);
    expect(currentListing()).toMatchObject({ ids: ['b', 'd', 'a', 'c'], running: 'c' });
    expect(currentListing().counts).toEqual({
      all: 4,
      failed: 2,
      running: 1,
      waiting: 1,
      done: 0,
      canceled: 0,
    });
  });

  it('are grouped by the reason of their failure, that of an upload included', () => {
    const error = { code: 'timed-out', message: literal('Too long.') } as const;
    const refused = { code: 'delivery-refused', message: literal('No.') } as const;
    show(
      [row('a', 'failed', { error }), row('b', 'completed'), row('c', 'failed', { error })],
      [upload('1', { job: 'b', status: 'failed', error: refused })],
    );
    expect([...currentListing().failures]).toEqual([
      ['Timed out', ['a', 'c']],
      ['Upload failed', ['b']],
    ]);
  });

  it('are counted where an upload failed, other than those of failed jobs', () => {
    show(
      [row('a', 'completed'), row('b', 'failed'), row('c', 'completed')],
      [
        upload('1', { job: 'a', status: 'failed' }),
        upload('2', { job: 'a', status: 'failed' }),
        upload('3', { job: 'c', status: 'delivered' }),
        upload('of-none', { status: 'failed' }),
      ],
    );
    expect(currentListing()).toMatchObject({ counts: { failed: 3 }, undelivered: 2 });
  });

  it('include uploads whose job is not listed, but not those of listed jobs', () => {
    show(
      [row('a', 'completed')],
      [
        upload('of-job', { job: 'a', status: 'failed' }),
        upload('of-none'),
        upload('job-gone', { job: 'b', status: 'delivered' }),
      ],
    );
    expect(currentListing().ids).toEqual(['a', 'of-none', 'job-gone']);
    expect(currentListing().counts).toMatchObject({ failed: 1, waiting: 1, done: 1 });
  });

  it('match the tab, the name and the warning', () => {
    show([row('one'), row('two', 'failed'), row('three', 'failed', { place: '/home/Manual' })]);
    showOnly({ tab: 'failed' });
    expect(currentListing().ids).toEqual(['two', 'three']);
    showOnly({ query: ' MANUAL ' });
    expect(currentListing().ids).toEqual(['three']);
    showOnly({ tab: 'all', query: '', problem: { text: '', ids: new Set(['one']) } });
    expect(currentListing().ids).toEqual(['one']);
    expect(currentListing().counts.all).toBe(3);
  });

  it('are without removed ones, as long as that can be undone', () => {
    show([row('a', 'completed'), row('b', 'completed')]);
    useJobs.setState({ hidden: new Set(['a']) });
    expect(currentListing()).toMatchObject({ ids: ['b'], counts: { all: 1 } });
  });
});
