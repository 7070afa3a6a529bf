import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { freePorts } from '../../support/free-port.js';
import {
  type ResultBody,
  addKey,
  basic,
  errorOf,
  resultOf,
  postPdf,
} from '../support/run-serve.js';
import { type ServiceHere, runServeHere, serveHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const metricsKey = 'key-of-the-operator';

let folder: TemporaryFolder;
let service: ServiceHere;
let key: string;
let configFolder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  configFolder = folder.with({});
  vi.stubEnv('PLATEN_METRICS_KEY', metricsKey);
  ({ service, key } = await startWithAccounts('a', 2));
});
afterAll(async () => {
  await service.stop();
  vi.unstubAllEnvs();
  folder.remove();
});

/** Starts a service with the accounts of a folder, and adds one with credits. */
async function startWithAccounts(name: string, credits: number, more: readonly string[] = []) {
  const accounts = join(configFolder, name);
  await createAccountsFolder(accounts);
  const service = await serveHere(['--accounts', name, ...more], configFolder);
  return { service, key: await addKey(accounts, 'shop', { credits }) };
}

const post = async (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  postPdf({ address: service.address, key }, body, { headers });

it(
  'a PDF costs a credit; a failed one, a test and a repeated one cost none',
  { tags: ['core'] },
  async () => {
    expect(service.key).toBe('');
    expect((await post({ source: 'http://10.0.0.1/' })).status).toBe(422);
    expect((await post({ source: '<p>test' }, { 'svc-test-mode': 'true' })).status).toBe(200);
    const repeated = { 'idempotency-key': 'one' };
    const first = (await (await post({ source: '<p>1' }, repeated)).json()) as { url: string };
    const again = (await (await post({ source: '<p>1' }, repeated)).json()) as { url: string };
    expect(again.url).toBe(first.url);
    const parallel = await Promise.all(
      [1, 2, 3].map(async (number) => post({ source: `<p>${number}` })),
    );
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
    const empty = await post({ source: '<p>none left' });
    expect([empty.status, (await errorOf(empty)).code]).toEqual([402, 'no-credits']);
  },
);

it('the start says that some webhooks are not signed, unless the service has a secret', async () => {
  const unsigned = 'those of accounts without their own are not signed';
  expect(
    service
      .log()
      .split('\n')
      .filter((line) => line.includes(unsigned)),
  ).toHaveLength(1);
  vi.stubEnv('PLATEN_WEBHOOK_SECRET', `whsec_${Buffer.alloc(24).toString('base64')}`);
  const signing = await startWithAccounts('signing', 1);
  vi.stubEnv('PLATEN_WEBHOOK_SECRET', undefined);
  expect(signing.service.log()).not.toContain(unsigned);
  await signing.service.stop();
});

it('the metrics of all accounts need the key of the operator, also on this machine', async () => {
  const metrics = async (headers: Readonly<Record<string, string>>) =>
    fetch(`${service.address}/metrics`, { headers });
  expect((await metrics({})).status).toBe(401);
  expect((await metrics({ authorization: basic(key) })).status).toBe(401);
  const answer = await metrics({ authorization: `Bearer ${metricsKey}` });
  expect(await answer.text()).toContain('platen_credits_spent_total 2');
});

it.each([
  ['a PDF', '<p>bytes', 200],
  ['a failure', 'http://10.0.0.1/', 422],
])(
  'a repeated request gets the first response, byte for byte: %s',
  async (_what, source, status) => {
    const headers = { 'idempotency-key': source, 'svc-test-mode': 'true' };
    const [first, again] = [await post({ source }, headers), await post({ source }, headers)];
    expect([first.status, again.status]).toEqual([status, status]);
    expect(await again.text()).toBe(await first.text());
  },
);

it('an account has a number of requests per minute', { tags: ['core'] }, async () => {
  const args = ['keys', 'add', 'slow', '--rate', '1', '--accounts', 'a'];
  const rated = await runServeHere(args, configFolder);
  const slow = { address: service.address, key: rated.stdout.trim() };
  const headers = { 'svc-test-mode': 'true' };
  expect((await postPdf(slow, { source: '<p>x' }, { headers })).status).toBe(200);
  const refused = await postPdf(slow, { source: '<p>x' }, { headers });
  expect([refused.status, (await errorOf(refused)).code]).toEqual([429, 'rate-limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('a key has limits within its account, which the operator changes and lists', async () => {
  const keys = async (...args: readonly string[]) =>
    runServeHere(['keys', ...args, '--accounts', 'a'], configFolder);
  const limits = ['--key-credits', '1', '--key-rate', '5', '--key-mode', 'live'];
  const added = await keys('add', 'agency', '--credits', '9', ...limits);
  const [id = ''] = /[0-9a-f]{12}/.exec(added.stderr) ?? [];
  const limited = { address: service.address, key: added.stdout.trim() };
  const today = new Date().toISOString().slice(0, 10);
  const line = (text: string) => `  key ${id}, created ${today}: ${text}\n`;
  expect(added.stderr).toContain(
    line('1 credit left to spend, 5 requests per minute, no test mode'),
  );
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await postPdf(limited, { source: '<p>x' }, { headers });
    return [answer.status, answer.ok ? '' : (await errorOf(answer)).code];
  };
  expect(await ask({ 'svc-test-mode': 'true' })).toEqual([403, 'mode-not-allowed']);
  expect(await ask()).toEqual([200, '']);
  expect(await ask()).toEqual([402, 'no-credits']);
  expect((await keys('limit', id, '--key-credits', 'none', '--key-mode', 'test')).stdout).toBe(
    line('5 requests per minute, test mode only').trimStart(),
  );
  expect(await ask()).toEqual([403, 'mode-not-allowed']);
  expect(await ask({ 'svc-test-mode': 'true' })).toEqual([200, '']);
  // The sixth of this minute.
  expect(await ask({ 'svc-test-mode': 'true' })).toEqual([429, 'rate-limited']);
  // Another key of the account is not limited.
  const other = (await keys('add', 'agency')).stdout.trim();
  expect((await postPdf({ ...limited, key: other }, { source: '<p>x' })).status).toBe(200);
  const listed = await keys('list');
  expect(listed.stdout).toContain('agency: 7 credits');
  expect(listed.stdout).toContain(line('5 requests per minute, test mode only'));
  expect((await keys('limit', 'abcdef', '--key-rate', '1')).stderr).toBe(
    'key: There is no key "abcdef". Use serve keys list to list the ids of keys.\n',
  );
});

describe('after a restart on another port', () => {
  const idempotent = { headers: { 'idempotency-key': 'moved' } };
  let shop: string;
  let first: ServiceHere;
  let again: ServiceHere;
  let made: ResultBody;
  let results: string;
  const ask = async (address: string) =>
    resultOf(await postPdf({ address, key: shop }, { source: '<p>moved' }, idempotent));
  // Without a response at a kill, except the last.
  const [unsent, half, fresh] = [
    `${'u'.repeat(43)}.pdf`,
    '.platen-0123abcd-1-0123456789ab',
    `${'f'.repeat(43)}.pdf`,
  ] as const;

  beforeAll(async () => {
    const [port = 0, otherPort = 0] = await freePorts(2);
    const started = await startWithAccounts('moved', 2, ['--port', String(port)]);
    [first, shop] = [started.service, started.key];
    made = await ask(first.address);
    const byName = first.address.replace('127.0.0.1', 'localhost');
    expect(await ask(byName)).toEqual({ ...made, url: made.url.replace(first.address, byName) });
    await first.stop();
    results = join(configFolder, 'moved', 'results');
    const [known = ''] = readdirSync(results);
    for (const name of [unsent, half, fresh]) writeFileSync(join(results, name), '%PDF');
    const elevenMinutesAgo = Date.now() / 1000 - 11 * 60;
    for (const name of [known, unsent, half])
      utimesSync(join(results, name), elevenMinutesAgo, elevenMinutesAgo);
    again = await serveHere(['--accounts', 'moved', '--port', String(otherPort)], configFolder);
  });
  afterAll(async () => again.stop());

  it('a repeated response has the current base URL', async () => {
    expect(made.url).toMatch(new RegExp(`^${first.address}/v1/files/`));
    expect(again.address).not.toBe(first.address);
    const repeated = await ask(again.address);
    expect(repeated).toEqual({ ...made, url: made.url.replace(first.address, again.address) });
    expect((await fetch(repeated.url)).status).toBe(200);
  });

  it('a PDF without a response at a kill is removed, and others stay', async () => {
    const known = basename(new URL(made.url).pathname);
    await expect.poll(() => readdirSync(results).toSorted()).toEqual([fresh, known].toSorted());
    await expect.poll(() => again.log()).toContain('"removed":2');
    expect((await fetch(made.url.replace(first.address, again.address))).status).toBe(200);
  });
});

it('services with separate databases may share a results folder', async () => {
  const start = async (name: string) => {
    const { service, key } = await startWithAccounts(name, 1, ['--results', 'shared']);
    return { ...service, key };
  };
  const [one, other] = await Promise.all([start('one'), start('other')]);
  await Promise.all([one, other].map(async (each) => postPdf(each, { source: '<p>x' })));
  const folders = readdirSync(join(configFolder, 'shared'));
  expect(folders).toHaveLength(2);
  for (const name of folders) {
    expect(readdirSync(join(configFolder, 'shared', name))).toHaveLength(1);
  }
  await Promise.all([one.stop(), other.stop()]);
}, 240_000);
