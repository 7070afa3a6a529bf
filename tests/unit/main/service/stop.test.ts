import { expect, it } from 'vitest';
import { basic, openTestService, postJson } from './support/open-service.js';

it('both of two concurrent stops wait until the running request has its response', async () => {
  let started: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const service = await openTestService({}, async () => {
    started();
    await finished;
    return { parts: [Buffer.from('%PDF')], size: 4, pages: 1, title: '', preflight: [] };
  });
  const response = postJson(`${service.address}/v1/pdf`, { source: '<p>x' }, basic(service.key));
  await running;

  const ends: string[] = [];
  const first = service.stop().then(() => ends.push('first'));
  const second = service.stop().then(() => ends.push('second'));
  const health = await fetch(`${service.address}/healthz`);
  expect(await health.json()).toEqual({ status: 'stopping' });
  expect(ends).toEqual([]);
  finish();
  expect((await response).status).toBe(200);
  await Promise.all([first, second]);
  expect(ends).toEqual(['first', 'second']);
  await service.end();
});
