import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testLimits } from '../../../support/runner-options.js';
import { upload } from '../support/deliveries.js';
import { row, rowsOf, summary } from '../support/jobs.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn(() => true),
  showNotice: vi.fn(),
  showUndo: vi.fn<(message: string, undo: () => void, commit: () => void) => void>(),
}));
vi.mock('../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../renderer/ui/notices.js', () => notices);

const actions = await import('../../../../renderer/queue/job-actions.js');
const { moveBy } = await import('../../../../renderer/queue/job-actions.js');
const { applyJobList, currentListing, useJobs } =
  await import('../../../../renderer/queue/jobs-store.js');
const { applyDeliveryList } = await import('../../../../renderer/queue/deliveries-store.js');

const uncertain = { code: 'remote-uncertain', message: { key: 'jobs.uncertain' } } as const;

beforeEach(() => {
  bridge.call.mockReset().mockResolvedValue({ ok: true });
  useJobs.setState({ hidden: new Set() });
  const rows = [
    row('a'),
    row('b', 'running'),
    row('c', 'completed', { path: '/out/c.pdf' }),
    row('d', 'failed'),
    row('e', 'completed', { path: '/out/e.pdf' }),
    row('f', 'failed', { error: uncertain }),
  ];
  applyJobList({ rows, summary: summary() });
  applyDeliveryList({
    rows: [
      upload('e1', { job: 'e', status: 'failed' }),
      upload('g', { status: 'delivered' }),
      upload('h', { kind: 'webhook', job: 'gone', status: 'delivered' }),
      upload('i', { job: 'gone', status: 'failed' }),
    ],
  });
});

/** Returns what the last notice with Undo does. */
function notice() {
  const [, undo, commit] = notices.showUndo.mock.lastCall ?? [];
  if (!undo || !commit) throw new Error('No notice with Undo was shown.');
  return { undo, commit };
}

it.each([
  [['a', 'b'], 'jobs:cancel', ['a', 'b']],
  [['a', 'c'], 'jobs:cancel', ['a']],
])('Delete on %j calls %s with %j', async (chosen, name, ids) => {
  await actions.cancelOrRemove(chosen);
  expect(bridge.call.mock.calls).toEqual([[name, { ids }]]);
});

describe('retrying', () => {
  it('retries failed jobs and failed uploads, without what may have been charged', async () => {
    await actions.retryFailed();
    expect(bridge.call.mock.calls).toEqual([
      ['deliveries:retry', { ids: ['e1', 'i'] }],
      ['jobs:retry', { ids: ['d'] }],
    ]);
    expect(notices.showNotice).toHaveBeenCalledOnce();
  });

  it('retries a single job that may have been charged', async () => {
    await actions.retryEntries(['f']);
    expect(bridge.call.mock.calls).toEqual([['jobs:retry', { ids: ['f'] }]]);
  });

  it('converts a job again that is done', async () => {
    await actions.retryEntries(['c']);
    expect(bridge.call.mock.calls).toEqual([['jobs:retry', { ids: ['c'] }]]);
  });
});

describe('removing', () => {
  it('hides rows, and removes them with their uploads unless it is undone', async () => {
    actions.removeEntries(['d', 'e']);
    expect(currentListing().ids).not.toContain('e');
    expect(bridge.call).not.toHaveBeenCalled();
    notice().commit();
    // Without waiting, because the window may be closing.
    expect(bridge.call.mock.calls).toEqual([
      ['deliveries:remove', { ids: ['e1'] }],
      ['jobs:remove', { ids: ['d', 'e'] }],
    ]);
    await vi.waitFor(() => expect(useJobs.getState().hidden.size).toBe(0), testLimits.poll);
  });

  it('is undone', () => {
    actions.removeEntries(['d']);
    notice().undo();
    expect(currentListing().ids).toContain('d');
    expect(bridge.call).not.toHaveBeenCalled();
  });

  it('clears what is done, except a webhook that may be sent again', () => {
    actions.clearDone();
    notice().commit();
    expect(bridge.call).toHaveBeenCalledWith('deliveries:remove', { ids: ['g'] });
  });
});

const queued = rowsOf('d:completed', 'r:running', 'a', 'b', 'f:failed', 'c', 'e');
const order = [...queued.keys()];
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
    expect(moveBy(direction, chosen(...ids), order, queued)).toEqual(expected);
  });
});

describe('dropping jobs', () => {
  it('moves them before the row under the pointer, or to the end', () => {
    expect(actions.moveTo(2, chosen('c'), order, queued)).toEqual({ ids: ['c'], before: 'a' });
    expect(actions.moveTo(order.length, chosen('a'), order, queued)).toEqual({
      ids: ['a'],
      before: null,
    });
  });

  it('never moves a job before itself', () => {
    expect(actions.moveTo(2, chosen('a', 'b'), order, queued)).toEqual({
      ids: ['a', 'b'],
      before: 'c',
    });
  });

  it('moves queued jobs only', () => {
    expect(actions.moveTo(2, chosen('d', 'r'), order, queued)).toBeNull();
  });
});
