import { afterAll, beforeAll, expect, it } from 'vitest';
import { addKey, basic, postPdf, startServe } from '../integration/support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';

const timeoutSeconds = 20;
const loops = 30;
const metricsKey = 'key-of-the-operator';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

it(`${loops} endless loops of one account delay the page of another by less than a timeout`, async () => {
  const configFolder = folder.with({});
  const accounts = folder.with({});
  const greedy = await addKey(accounts, 'greedy', { credits: 100 });
  const other = await addKey(accounts, 'other', { credits: 100 });
  const limits = ['--concurrency', '2', '--timeout', String(timeoutSeconds), '--quiet'];
  const env = { PLATEN_METRICS_KEY: metricsKey };
  const service = await startServe([...limits, '--accounts', accounts], { configFolder, env });
  const { address } = service;
  const source = '<p>x<script>for (;;) {}</script>';
  const started = Array.from({ length: loops }, async () => {
    const response = await postPdf({ address, key: greedy }, { source });
    await response.arrayBuffer();
    return response.status;
  });
  const running = async () =>
    (
      await (
        await fetch(`${address}/metrics`, { headers: { authorization: basic(metricsKey) } })
      ).text()
    ).split('\n');
  await expect.poll(running).toContain(`platen_queue_waiting ${loops - 1}`);
  const before = performance.now();
  const response = await postPdf({ address, key: other }, { source: '<p>one line' });
  const seconds = (performance.now() - before) / 1000;
  process.stderr.write(`fair: ${seconds.toFixed(1)} s\n`);
  expect(response.status).toBe(200);
  expect(seconds).toBeLessThan(timeoutSeconds / 2);
  expect(await service.stop()).toBe(0);
  // The one that ran has timed out, the others were refused when the service stopped.
  const statuses = await Promise.all(started);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(loops - 2);
});
