import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { ServiceMetrics } from '../../../../electron/main/service/monitoring.js';

function newMetrics() {
  const store = { queuedTasks: async () => Promise.resolve(7) };
  return new ServiceMetrics({ queue: { running: 1, waiting: 2 }, store, hasCredits: false });
}

it('observes the process once, however often the service is started, and counts from zero each time', async () => {
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  newMetrics().countPdf(false);
  const calls = watch.mock.calls.length;
  const second = newMetrics();
  expect(watch).toHaveBeenCalledTimes(calls);
  second.countPdf(true);
  const lines = (await second.text()).split('\n');
  expect(lines).toContain('platen_queue_asynchronous 7');
  expect(lines.filter((line) => line.startsWith('platen_pdfs_made_total'))).toEqual([
    'platen_pdfs_made_total{test_mode="true"} 1',
  ]);
  expect(lines.filter((line) => line.startsWith('process_cpu_seconds_total'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('nodejs_eventloop_lag_seconds'))).toHaveLength(1);
});
