import { afterEach, expect, it } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import type { ReadDelivery } from '../../../../electron/main/service/contract/service-options.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';
import { type TestService, basic, openTestService, postJson } from './support/open-service.js';

let service: TestService;
afterEach(async () => service.end());

/** Webhooks without a signature. */
const delivery: ReadDelivery = async () =>
  Promise.resolve({
    accessTo: async () => Promise.reject(new Error('No bucket is requested here.')),
    nameOf: () => '',
    webhookSecret: async () => Promise.resolve(null),
    privateWebhooks: () => false,
  });

const pdf = { parts: [Buffer.from('%PDF')], size: 4, pages: 1, title: '', preflight: [] };
const convertAtOnce = async () => Promise.resolve(pdf);

async function post(body: object, headers: Readonly<Record<string, string>> = {}) {
  return postJson(`${service.address}/v1/pdf`, body, { ...basic(service.key), ...headers });
}

/** Starts an asynchronous request. @returns its URL */
async function start(body: object, headers: Readonly<Record<string, string>> = {}) {
  const accepted = await post(body, { prefer: 'respond-async', ...headers });
  expect(accepted.status).toBe(202);
  return `${service.address}${accepted.headers.get('location') ?? ''}`;
}

const send = async (method: string, url: string, headers = basic(service.key)) =>
  fetch(url, { method, headers: { ...headers } });
const statusOf = async (method: string, url: string) => (await send(method, url)).status;

/** An engine whose conversions last until they are canceled. */
function endlessEngine() {
  const engine = { runs: 0, canceled: 0 };
  const convert: PdfEngine['convert'] = async (_request, { signal } = {}) => {
    engine.runs += 1;
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => {
        engine.canceled += 1;
        reject(new Error('canceled'));
      }),
    );
  };
  return { engine, convert };
}

it('a stored PDF is deleted for good, once, and only with a key', async () => {
  service = await openTestService();
  const { url } = (await (await post({ source: '<p>x' })).json()) as { url: string };
  expect(service.pdfs()).toHaveLength(1);
  expect((await send('DELETE', url, {})).status).toBe(401);
  expect(await statusOf('GET', url)).toBe(200);
  const deleted = await send('DELETE', url);
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  expect(service.pdfs()).toEqual([]);
  expect(await statusOf('GET', url)).toBe(404);
  expect(await statusOf('DELETE', url)).toBe(404);
  expect(await statusOf('DELETE', `${service.address}/v1/files/none.pdf`)).toBe(404);
});

it('a request that has ended is deleted with its PDF and its key', async () => {
  service = await openTestService();
  const body = { source: '<p>x' };
  const key = { 'idempotency-key': 'a' };
  const task = await start(body, key);
  await expect.poll(async () => statusOf('GET', task)).toBe(200);
  const { url } = (await (await send('GET', task)).json()) as { url: string };
  expect(await statusOf('DELETE', task)).toBe(204);
  expect(await statusOf('GET', task)).toBe(404);
  expect(await statusOf('DELETE', task)).toBe(404);
  expect(await statusOf('GET', url)).toBe(404);
  expect(service.pdfs()).toEqual([]);
  // The key is free for another request.
  expect((await post({ source: '<p>other' }, key)).status).toBe(200);
});

it('a request that runs is canceled, without a webhook, and one that waits never runs', async () => {
  const receiver = await WebhookReceiver.start();
  const { engine, convert } = endlessEngine();
  service = await openTestService({ concurrency: 1, stopSeconds: 0 }, convert, delivery);
  const running = await start({ source: '<p>x', webhook: `${receiver.origin}/hook` });
  const waiting = await start({ source: '<p>y' });
  await expect.poll(() => engine.runs).toBe(1);
  expect(await statusOf('DELETE', waiting)).toBe(204);
  expect(await statusOf('DELETE', running)).toBe(204);
  expect(await statusOf('GET', running)).toBe(404);
  await expect.poll(() => engine.canceled).toBe(1);
  // The slot is free again for a request that comes later, and nothing else runs in it.
  const next = await start({ source: '<p>z' });
  await expect.poll(() => engine.runs).toBe(2);
  expect(await statusOf('DELETE', next)).toBe(204);
  await service.stop();
  expect(engine.runs).toBe(2);
  expect(receiver.received).toEqual([]);
  await receiver.close();
});

it('a PDF that is the response leaves no copy, and needs no storage', async () => {
  service = await openTestService({}, convertAtOnce);
  const asPdf = { accept: 'application/pdf' };
  service.breakStorage();
  expect((await post({ source: '<p>x' })).status).toBe(503);
  for (const answer of [
    await post({ source: '<p>x' }, asPdf),
    await postJson(`${service.address}/v1/convert`, { source: '<p>x' }, basic(service.key)),
  ]) {
    expect([answer.status, await answer.text()]).toEqual([200, '%PDF']);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-location')).toBeNull();
  }
});

it('a PDF that is the response is stored for a repetition of its request, and for a webhook', async () => {
  const receiver = await WebhookReceiver.start();
  service = await openTestService({}, convertAtOnce, delivery);
  const asPdf = { accept: 'application/pdf' };
  await post({ source: '<p>x' }, asPdf);
  expect(service.pdfs()).toEqual([]);
  const first = await post({ source: '<p>x' }, { ...asPdf, 'idempotency-key': 'a' });
  const again = await post({ source: '<p>x' }, { ...asPdf, 'idempotency-key': 'a' });
  expect(first.headers.get('content-location')).toMatch(/\/v1\/files\//);
  expect(again.headers.get('content-location')).toBe(first.headers.get('content-location'));
  expect(service.pdfs()).toHaveLength(1);
  await post({ source: '<p>x', webhook: `${receiver.origin}/hook` }, asPdf);
  const event = JSON.parse((await receiver.next()).body.toString()) as { data: { url: string } };
  expect(await statusOf('GET', event.data.url)).toBe(200);
  await receiver.close();
});

it('POST /v1/convert refuses a bucket, and ignores respond-async', async () => {
  service = await openTestService();
  const convert = async (body: object, headers: Readonly<Record<string, string>>) =>
    postJson(`${service.address}/v1/convert`, body, { ...basic(service.key), ...headers });
  const bucket = { provider: 'object_store', bucket_destination: 's3://bucket-1/a.pdf' };
  const refused = await convert({ source: '<p>x', storage: bucket }, {});
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { fields: [{ field: 'storage.provider' }] },
  });
  const answer = await convert({ source: '<p>x' }, { prefer: 'respond-async' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

it.each([{}, { prefer: 'respond-async' }])(
  'the event of a request has its Idempotency-Key, also with %j',
  async (headers) => {
    const receiver = await WebhookReceiver.start();
    service = await openTestService({}, convertAtOnce, delivery);
    const body = { source: '<p>x', webhook: `${receiver.origin}/hook` };
    await post(body, { ...headers, 'idempotency-key': 'invoice-4711' });
    const keyed = JSON.parse((await receiver.next()).body.toString()) as object;
    expect(keyed).toMatchObject({ data: { idempotency_key: 'invoice-4711' } });
    await post(body, headers);
    expect((await receiver.next()).body.toString()).not.toContain('idempotency_key');
    await receiver.close();
  },
);
