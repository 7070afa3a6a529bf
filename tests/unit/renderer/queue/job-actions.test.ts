import { beforeEach, expect, it, vi } from 'vitest';
import { row, summary } from '../support/jobs.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
vi.mock('../../../../renderer/bridge.js', () => bridge);
vi.mock('../../../../renderer/document/preview/pdf-file.js', () => ({ openPdf: vi.fn() }));

const { cancelOrRemoveJobs } = await import('../../../../renderer/queue/job-actions.js');
const { applyJobList } = await import('../../../../renderer/queue/jobs-store.js');

beforeEach(() => {
  bridge.call.mockReset().mockResolvedValue({ ok: true });
  const rows = [row('a'), row('b', 'running'), row('c', 'completed'), row('d', 'failed')];
  applyJobList({ rows, summary: summary() });
});

it.each([
  [['c', 'd'], 'jobs:remove', ['c', 'd']],
  [['a', 'b'], 'jobs:cancel', ['a', 'b']],
  [['a', 'c'], 'jobs:cancel', ['a']],
])('Delete on %j calls %s with %j', async (chosen, name, ids) => {
  await cancelOrRemoveJobs(chosen);
  expect(bridge.call.mock.calls).toEqual([[name, { ids }]]);
});
