// @module-tag core

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileBodies } from '../../support/hostile-bodies.js';
import { type RunningService, addKey, errorOf, postPdf, startServe } from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const bytes = 3_000_000;

let folder: TemporaryFolder;
let accounts: string;
let service: RunningService;
let hostile: Sender;
let honest: Sender;

type Sender = Pick<RunningService, 'address' | 'key'>;

beforeAll(async () => {
  folder = temporaryFolder();
  accounts = folder.with({});
  const hostileKey = await addKey(accounts, 'hostile', { credits: 100 });
  const honestKey = await addKey(accounts, 'honest', { credits: 100 });
  service = await startServe(['--accounts', accounts], { configFolder: folder.with({}) });
  hostile = { address: service.address, key: hostileKey };
  honest = { address: service.address, key: honestKey };
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe.each(hostileBodies)('3 MB of $name', ({ text, status, code, message }) => {
  it('are refused by their bound, beside an honest client', async () => {
    const [refused, printed, live] = await Promise.all([
      postPdf(hostile, text(bytes)),
      postPdf(honest, { source: '<p>honest' }),
      fetch(`${service.address}/livez`),
    ]);
    const error = await errorOf(refused);
    expect([refused.status, error.code]).toEqual([status, code]);
    expect(error.message).toMatch(message);
    expect(error.fields.length).toBeLessThanOrEqual(51);
    expect([printed.status, live.status]).toEqual([200, 200]);
  });
});

it('bodies that are refused count against the rate of their account', async () => {
  const key = await addKey(accounts, 'limited', { credits: 10, rate: 3 });
  const post = async (body: string) => (await postPdf({ ...hostile, key }, body)).status;
  expect([await post('{'), await post('{"zoom":1}'), await post('['.repeat(20))]).toEqual([
    400, 400, 400,
  ]);
  expect([await post('{'), await post('{"source":"<p>x"}')]).toEqual([429, 429]);
});

it('an account without credits gets no body checked, except for a repeated request', async () => {
  const poor = { ...hostile, key: await addKey(accounts, 'poor') };
  expect((await postPdf(poor, '{"zoom":')).status).toBe(402);
  const headers = { 'idempotency-key': 'again' };
  expect((await postPdf(poor, '{"zoom":', { headers })).status).toBe(400);
  const testMode = { 'svc-test-mode': 'true' };
  expect((await postPdf(poor, { source: '<p>x' }, { headers: testMode })).status).toBe(200);
});
