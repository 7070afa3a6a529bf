import perfHooks from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { metricsOf } from './support/metrics.js';

it('observes the process once, however often the service is started, and counts from zero each time', async () => {
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  metricsOf().countPdf(false);
  const calls = watch.mock.calls.length;
  const second = metricsOf();
  expect(watch).toHaveBeenCalledTimes(calls);
  second.countPdf(true);
  const lines = (await second.text()).split('\n');
  expect(lines.filter((line) => line.startsWith('platen_pdfs_made_total'))).toEqual([
    'platen_pdfs_made_total{test_mode="true"} 1',
  ]);
  expect(lines.filter((line) => line.startsWith('process_cpu_seconds_total'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('nodejs_eventloop_lag_seconds'))).toHaveLength(1);
});

it('has the end of the certificate, if there is one', async () => {
  const metrics = metricsOf();
  expect(await metrics.text()).not.toContain('platen_certificate_end');
  metrics.setCertificateEnd(new Date('2026-12-01T00:00:00Z'));
  metrics.setCertificateEnd(new Date('2027-12-01T00:00:00Z'));
  expect(await metrics.text()).toContain('\nplaten_certificate_end_timestamp_seconds 1827619200\n');
});
