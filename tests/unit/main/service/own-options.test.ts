import { afterEach, expect, it } from 'vitest';
import type { ConversionRequest } from '../../../../electron/shared/request/request.js';
import { type TestService, basic, openTestService, postJson } from './support/open-service.js';

let service: TestService;
afterEach(async () => service.end());

const pdf = { parts: [Buffer.from('%PDF')], size: 4, pages: 1, title: '', preflight: [] };

it("passes Platen's own options to the engine", async () => {
  const requests: ConversionRequest[] = [];
  service = await openTestService({}, async (request) => {
    requests.push(request);
    return Promise.resolve(pdf);
  });
  const answer = await post({ source: '<p>x', scroll_through: true, delay_seconds: 0.5 });
  expect(answer.status).toBe(200);
  expect(requests).toMatchObject([{ scrollThrough: true, delaySeconds: 0.5 }]);
});

it('names the invalid ones together, as on the wire', async () => {
  service = await openTestService();
  const answer = await post({ source: '<p>x', scroll_through: 1, delay_seconds: -1, hide: '(' });
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { fields: { field: string }[] } };
  expect(error.fields.map(({ field }) => field).sort()).toEqual([
    'delay_seconds',
    'hide',
    'scroll_through',
  ]);
});

it.each(['watermark_place', 'pages_per_sheet', 'allow_printing', 'background'])(
  'refuses an object without a usable toString as %s',
  async (field) => {
    service = await openTestService();
    expect((await post({ source: '<p>x', [field]: { toString: 1 } })).status).toBe(400);
  },
);

it('refuses and does not document them if it is strict', async () => {
  service = await openTestService({ isStrict: true });
  const answer = await post({ source: '<p>x', scroll_through: true });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('\\"scroll_through\\" is not a field of the request.');
  const document = await fetch(`${service.address}/v1/openapi.json`, {
    headers: basic(service.key),
  });
  expect(await document.text()).not.toContain('scroll_through');
});

async function post(body: unknown): Promise<Response> {
  return postJson(`${service.address}/v1/pdf`, body, basic(service.key));
}
