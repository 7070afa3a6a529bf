import { expect, it } from 'vitest';
import { serviceLog } from '../../../../electron/main/service/contract/service-log.js';
import { InMemoryStore } from '../../../../electron/main/service/store/in-memory-store.js';
import type {
  TaskSubmission,
  Settlement,
} from '../../../../electron/main/service/store/service-store.js';
import { maxAttempts } from '../../../../electron/main/service/contract/schedules.js';
import { ResultsFolder } from '../../../../electron/main/service/tasks/results-folder.js';
import { TaskRunner } from '../../../../electron/main/service/tasks/task-runner.js';
import { UnpaidWork } from '../../../../electron/main/service/tasks/unpaid-work.js';
import { metricsOf } from './support/metrics.js';
import { WorkQueue } from '../../../../electron/main/service/tasks/work-queue.js';

/** Returns the settlement of a stored request. */
async function endOf(request: TaskSubmission['request'], attempt: number): Promise<Settlement[]> {
  const store = new InMemoryStore('');
  const settled: Settlement[] = [];
  store.settle = async (_task, settlement) => Promise.resolve(settled.push(settlement) > 0);
  const queue = new WorkQueue({ concurrency: 1, waiting: 1, perAccount: null });
  const tasks = new TaskRunner({
    store,
    queue,
    producer: { produce: async () => Promise.reject(new Error('Must not be called.')) },
    results: new ResultsFolder('/nowhere'),
    unpaid: new UnpaidWork(null),
    metrics: metricsOf({ queue }),
    log: serviceLog('info', () => undefined),
  });
  const base = 'http://127.0.0.1';
  const task = { task: 't', account: 'a', request, testMode: false, base, attempt };
  await tasks.executeClaimed({ ...task, concurrency: null, apiKey: 'k', keyConcurrency: null });
  return settled;
}

const webhook = 'https://example.org/hook';
/** As a server of another version may have admitted it. */
const rejected = { source: '<p>x', zoom: 1000, webhook };

it('a stored request that this version rejects fails with the reason, also in its webhook', async () => {
  const [end, ...others] = await endOf(rejected, 1);
  expect(others).toEqual([]);
  expect(end?.outcome).toMatchObject({
    kind: 'failed',
    status: 400,
    error: { code: 'invalid-request', fields: [{ field: 'zoom' }] },
  });
  expect(end?.webhook).toMatchObject({ address: webhook, task: 't', outcome: end?.outcome });
});

it('a task with too many attempts is given up, whatever it contains', async () => {
  const [end, ...others] = await endOf(rejected, maxAttempts + 1);
  expect(others).toEqual([]);
  expect(end?.outcome).toMatchObject({ kind: 'failed', status: 500 });
  expect(end?.webhook).toMatchObject({ address: webhook });
});
