import { expect, it } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { message } from '../../../../electron/shared/messages/message.js';
import { basic, openTestService, postJson } from './support/open-service.js';

/** An engine whose Chromium ends during the first conversions. */
function endingEngine(ends: number): { readonly convert: PdfEngine['convert']; runs: number } {
  const engine = {
    runs: 0,
    convert: async () => {
      engine.runs += 1;
      if (engine.runs <= ends)
        return Promise.reject(new AppError('chromium-ended', message('page.chromiumEnded')));
      const parts = [Buffer.from('%PDF')];
      return Promise.resolve({ parts, size: 4, pages: 1, title: '', preflight: [] });
    },
  };
  return engine;
}

it('a request whose Chromium ends is tried again in a new one', async () => {
  const engine = endingEngine(2);
  const service = await openTestService({}, engine.convert);
  const url = `${service.address}/v1/pdf`;
  const response = await postJson(url, { source: '<p>x' }, basic(service.key));
  expect(response.status).toBe(200);
  expect(engine.runs).toBe(3);
  await service.end();
});

it('a request whose Chromium ends each time gets 503, and the same key may try again', async () => {
  const engine = endingEngine(3);
  const service = await openTestService({}, engine.convert);
  const headers = { ...basic(service.key), 'idempotency-key': 'same' };
  const post = async () => postJson(`${service.address}/v1/pdf`, { source: '<p>x' }, headers);
  const first = await post();
  expect(first.status).toBe(503);
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await first.json()).toMatchObject({ error: { code: 'chromium-ended', fields: [] } });
  expect((await post()).status).toBe(200);
  await service.end();
});

it('an asynchronous task whose Chromium ends each time waits for a later attempt', async () => {
  const service = await openTestService({}, endingEngine(3).convert);
  const headers = { ...basic(service.key), prefer: 'respond-async' };
  const accepted = await postJson(`${service.address}/v1/pdf`, { source: '<p>x' }, headers);
  const location = `${service.address}${accepted.headers.get('location') ?? ''}`;
  const status = async () => (await fetch(location, { headers: basic(service.key) })).status;
  await expect.poll(status).toBe(200);
  await service.end();
});
