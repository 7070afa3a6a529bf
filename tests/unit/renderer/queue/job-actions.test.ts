import { beforeEach, describe, expect, it, vi } from 'vitest';
import { upload } from '../support/deliveries.js';
import { testLimits } from '../../../support/runner-options.js';
import { row, rowsOf, summary } from '../support/jobs.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({
  reportResult: vi.fn((_title: string, { ok }: { readonly ok: boolean }) => ok),
  showNotice: vi.fn(),
  showUndo: vi.fn<(message: string, undo: () => void, finish: () => void) => void>(),
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
  const [, undo, finish] = notices.showUndo.mock.lastCall ?? [];
  if (!undo || !finish) throw new Error('No notice with Undo was shown.');
  return { undo, finish };
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
  const id = '0b0f6c1e-3f0c-4a55-9d55-1f0c5b7a2e11';
  beforeEach(() => vi.spyOn(crypto, 'randomUUID').mockReturnValue(id));

  it('hides rows, and removes them with their uploads unless it is undone', () => {
    actions.removeEntries(['d', 'e']);
    expect(currentListing().ids).not.toContain('e');
    notice().finish();
    expect(bridge.call.mock.calls).toEqual([
      ['removals:add', { id, jobs: ['d', 'e'], deliveries: ['e1'], history: [] }],
      ['removals:finish', { id }],
    ]);
    expect(currentListing().ids).not.toContain('e');
  });

  it('is undone', () => {
    actions.removeEntries(['d']);
    notice().undo();
    expect(currentListing().ids).toContain('d');
    expect(bridge.call).toHaveBeenLastCalledWith('removals:undo', { id });
  });

  it.each(['removals:add', 'removals:finish'])('shows rows again if %s fails', async (failing) => {
    bridge.call.mockImplementation(async (channel) => Promise.resolve({ ok: channel !== failing }));
    actions.removeEntries(['d']);
    notice().finish();
    await vi.waitFor(() => expect(currentListing().ids).toContain('d'), testLimits.poll);
  });

  it('clears what is done, except a webhook that may be sent again', () => {
    actions.clearDone();
    const [call] = bridge.call.mock.calls;
    expect(call).toEqual(['removals:add', expect.objectContaining({ deliveries: ['g'] })]);
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
