import { expect, it } from 'vitest';
import type { ConvertedPdf } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { openTestService } from './support/open-service.js';

it('asynchronous requests beyond --queue get 429 with Retry-After, and are not stored', async () => {
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((done) => (finish = done));
  const pdf: ConvertedPdf = {
    parts: [Buffer.from('%PDF')],
    size: 4,
    pages: 1,
    title: '',
    preflight: [],
  };
  const options = { isOpen: true, concurrency: 1, queue: 1 };
  const service = await openTestService(options, async () => gate.then(() => pdf));
  const post = async (key: string) =>
    fetch(`${service.address}/v1/pdf`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'respond-async',
        'idempotency-key': key,
      },
      body: '{"source":"<p>x"}',
    });
  // One is being converted, one waits.
  expect((await post('1')).status).toBe(202);
  const waiting = await post('2');
  expect(waiting.status).toBe(202);
  expect(waiting.headers.get('preference-applied')).toBe('respond-async');
  const refused = await post('3');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('preference-applied')).toBeNull();
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'queue-full' } });
  // A repeated request gets the waiting task, even if the queue is full.
  expect((await post('2')).headers.get('location')).toBe(waiting.headers.get('location'));
  const metrics = async () => (await fetch(`${service.address}/metrics`)).text();
  await expect.poll(metrics).toContain('platen_queue_asynchronous 1');
  finish();
  const location = `${service.address}${waiting.headers.get('location') ?? ''}`;
  expect((await fetch(location)).headers.get('preference-applied')).toBeNull();
  await expect.poll(async () => (await fetch(location)).status).toBe(200);
  expect((await post('3')).status).toBe(202);
  await service.end();
});
