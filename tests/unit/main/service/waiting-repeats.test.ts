import { expect, it } from 'vitest';
import type { ConvertedPdf } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { openTestService } from './support/open-service.js';

it('repeats that wait for the first request take places in the queue', async () => {
  let begin: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const begun = new Promise<void>((done) => (begin = done));
  const gate = new Promise<void>((done) => (finish = done));
  const parts = [Buffer.from('%PDF')];
  const pdf: ConvertedPdf = { parts, size: 4, pages: 1, title: '', preflight: [] };
  const options = { isOpen: true, concurrency: 1, queue: 1 };
  const service = await openTestService(options, async () => {
    begin();
    return gate.then(() => pdf);
  });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'same' };
  const request = { method: 'POST', headers, body: '{"source":"<p>x"}' };
  const post = async () => (await fetch(`${service.address}/v1/pdf`, request)).status;
  const first = post();
  await begun;
  const repeats = [post(), post()];
  expect(await Promise.race(repeats)).toBe(429);
  finish();
  expect(await Promise.all([first, ...repeats])).toEqual(expect.arrayContaining([200, 200, 429]));
  await service.end();
});
