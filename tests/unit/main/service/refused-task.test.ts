import { expect, it } from 'vitest';
import { ServiceMetrics } from '../../../../electron/main/service/metrics.js';
import { InMemoryStore } from '../../../../electron/main/service/store/in-memory/in-memory-store.js';
import { serviceLog } from '../../../../electron/main/service/service-log.js';
import type {
  TaskSubmission,
  Settlement,
} from '../../../../electron/main/service/store/service-store.js';
import { maxAttempts } from '../../../../electron/main/service/task-schedule.js';
import { ResultsFolder } from '../../../../electron/main/service/tasks/results-folder.js';
import { Tasks } from '../../../../electron/main/service/tasks/tasks.js';
import { WorkQueue } from '../../../../electron/main/service/tasks/work-queue.js';

/** How a task ends that a store has kept with this request. */
async function endOf(request: TaskSubmission['request'], attempt: number): Promise<Settlement[]> {
  const store = new InMemoryStore('');
  const settled: Settlement[] = [];
  store.settle = async (_task, settlement) => Promise.resolve(settled.push(settlement) > 0);
  const queue = new WorkQueue({ concurrency: 1, waiting: 1 });
  const tasks = new Tasks({
    store,
    queue,
    maker: { make: async () => Promise.reject(new Error('It is not to be made.')) },
    results: new ResultsFolder('/nowhere'),
    metrics: new ServiceMetrics({ queue, store, hasCredits: true }),
    log: serviceLog('info', () => undefined),
  });
  const base = 'http://127.0.0.1';
  await tasks.executeTaken({ task: 't', account: 'a', request, testMode: false, base, attempt });
  return settled;
}

const webhook = 'https://example.org/hook';
/** As a server of another version may have let it in. */
const refused = { source: '<p>x', zoom: 1000, webhook };

it('a kept request that this version refuses ends with the reason, and its webhook hears of it', async () => {
  const [end, ...others] = await endOf(refused, 1);
  expect(others).toEqual([]);
  expect(end?.outcome).toMatchObject({
    kind: 'failed',
    status: 400,
    error: { code: 'invalid-request', fields: [{ field: 'zoom' }] },
  });
  expect(end?.webhook).toMatchObject({ address: webhook, task: 't', outcome: end?.outcome });
});

it('one that was taken too often is given up, whatever it says', async () => {
  const [end, ...others] = await endOf(refused, maxAttempts + 1);
  expect(others).toEqual([]);
  expect(end?.outcome).toMatchObject({ kind: 'failed', status: 500 });
  expect(end?.webhook).toMatchObject({ address: webhook });
});
