import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type * as files from '../../../../electron/main/files/write-file.js';
import { writeFailure } from '../../../../electron/main/files/write-failure.js';
import { ReadinessCheck } from '../../../../electron/main/service/monitoring/health.js';
import { ResultsFolder } from '../../../../electron/main/service/tasks/results-folder.js';
import type { ServiceEngine } from '../../../../electron/main/service/contract/service-options.js';
import {
  type TestService,
  basic,
  idleEngine,
  openTestService,
  postJson,
} from './support/open-service.js';

const disk = vi.hoisted(() => ({ fault: '' }));
vi.mock('../../../../electron/main/files/write-file.js', async (original) => {
  const actual = await original<typeof files>();
  const writePrivateFile: typeof actual.writePrivateFile = async (path, contents) => {
    const { fault: code } = disk;
    if (code !== '') throw writeFailure(path, Object.assign(new Error(), { code }));
    await actual.writePrivateFile(path, contents);
  };
  return { ...actual, writePrivateFile };
});

let service: TestService;
const engine: { -readonly [Key in keyof typeof idleEngine]: ServiceEngine[Key] } = {
  ...idleEngine,
};
let convertError: Error | null = null;

beforeEach(async () => {
  convertError = null;
  disk.fault = '';
  Object.assign(engine, idleEngine);
  const convert = async () => {
    if (convertError !== null) throw convertError;
    const parts = [Buffer.from('%PDF')];
    return Promise.resolve({ parts, size: 4, pages: 1, title: '', preflight: [] });
  };
  service = await openTestService({}, convert, undefined, {
    ping: async () => engine.ping(),
    memory: () => engine.memory(),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await service.end();
});

const get = async (path: string) => fetch(`${service.address}${path}`);
const post = async (headers: Readonly<Record<string, string>> = {}) =>
  postJson(`${service.address}/v1/pdf`, { source: '<p>x' }, { ...basic(service.key), ...headers });
const lines = () =>
  service
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

it('reports that it is live and ready, without a key', async () => {
  expect(await (await get('/livez')).json()).toEqual({ status: 'live' });
  // A busy machine may need more than the second that a check waits.
  await expect.poll(async () => (await get('/readyz')).status).toBe(200);
  const ready = await get('/readyz');
  const checks = { service: 'ok', chromium: 'ok', database: 'ok', disk: 'ok' };
  expect(await ready.json()).toEqual({ status: 'ready', checks });
});

it('is not ready while Chromium fails, and names it; it stays live', async () => {
  engine.ping = async () => Promise.reject(new Error('It ended.'));
  const failing = await get('/readyz');
  expect(failing.status).toBe(503);
  expect(failing.headers.get('retry-after')).toBe('1');
  expect(await failing.json()).toMatchObject({
    status: 'not-ready',
    checks: { chromium: 'failed', database: 'ok', disk: 'ok' },
  });
  expect((await get('/livez')).status).toBe(200);
  engine.ping = idleEngine.ping;
  await expect.poll(async () => (await get('/readyz')).status).toBe(200);
});

it.each([
  ['fails', async () => Promise.reject(new Error('It ended.'))],
  ['does not answer', async () => new Promise<void>(() => undefined)],
])('is no longer live after two minutes in which Chromium %s', async (_what, ping) => {
  const answers = { ping: idleEngine.ping };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: { ping: async () => answers.ping() },
    results: new ResultsFolder('/'),
    databaseFolder: null,
    isStopping: () => false,
  });
  const after = async (milliseconds: number) => {
    const ends = performance.now() + milliseconds;
    while (performance.now() < ends) {
      check.isLive();
      await vi.advanceTimersByTimeAsync(5000);
    }
    return check.isLive();
  };
  expect(await after(300_000)).toBe(true);
  answers.ping = ping;
  expect(await after(115_000)).toBe(true);
  expect(await after(20_000)).toBe(false);
});

it('is live again once Chromium answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const ping = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('It ended.')));
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: { ping },
    results: new ResultsFolder('/'),
    databaseFolder: null,
    isStopping: () => false,
  });
  for (let minutes = 0; minutes < 3; minutes += 0.5) {
    check.isLive();
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(check.isLive()).toBe(false);
  ping.mockImplementation(idleEngine.ping);
  check.isLive();
  await vi.advanceTimersByTimeAsync(1000);
  check.isLive();
  await vi.advanceTimersByTimeAsync(1000);
  expect(check.isLive()).toBe(true);
});

it('stays live if Chromium failed once, long before the next question', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: { ping: async () => Promise.reject(new Error('It ended.')) },
    results: new ResultsFolder('/'),
    databaseFolder: null,
    isStopping: () => false,
  });
  check.isLive();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(check.isLive()).toBe(true);
});

it('waits a second for a database that does not answer, and not again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let answer: () => void = () => undefined;
  const ping = vi.fn(async () => new Promise<void>((resolve) => (answer = resolve)));
  const check = new ReadinessCheck({
    store: { ping },
    engine: idleEngine,
    results: new ResultsFolder('/'),
    databaseFolder: null,
    isStopping: () => false,
  });
  const first = check.check();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await first).checks).toMatchObject({ database: 'no-answer', chromium: 'ok' });
  const second = check.check();
  await vi.advanceTimersByTimeAsync(0);
  expect((await second).checks.database).toBe('no-answer');
  expect(ping).toHaveBeenCalledTimes(1);
  answer();
  vi.useRealTimers();
  await expect.poll(async () => (await check.check()).checks.database).toBe('ok');
});

it('waits for the first page of a Chromium that starts, and a second for a later one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: () => void = () => undefined;
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: { ping: async () => new Promise<void>((resolve) => (answer = resolve)) },
    results: new ResultsFolder('/'),
    databaseFolder: null,
    isStopping: () => false,
  });
  const first = check.check();
  await vi.advanceTimersByTimeAsync(3000);
  answer();
  expect((await first).checks.chromium).toBe('ok');
  await vi.advanceTimersByTimeAsync(10_000);
  const later = check.check();
  await vi.advanceTimersByTimeAsync(1000);
  // What was known before, until the check has ended.
  expect((await later).checks.chromium).toBe('ok');
  const late = check.check();
  await vi.advanceTimersByTimeAsync(9000);
  await late;
  const last = check.check();
  await vi.advanceTimersByTimeAsync(0);
  expect((await last).checks.chromium).toBe('no-answer');
});

it('names a folder of PDFs that is missing', async () => {
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: idleEngine,
    results: new ResultsFolder('/nowhere/at-all'),
    databaseFolder: null,
    isStopping: () => false,
  });
  expect(await check.check()).toMatchObject({ status: 'not-ready', checks: { disk: 'failed' } });
});

it('names the folder of an embedded database that is missing', async () => {
  const check = new ReadinessCheck({
    store: { ping: async () => Promise.resolve() },
    engine: idleEngine,
    results: new ResultsFolder('/'),
    databaseFolder: '/nowhere/at-all',
    isStopping: () => false,
  });
  expect(await check.check()).toMatchObject({ checks: { database: 'failed', disk: 'ok' } });
});

it('has metrics of its build, memory, disk, queue and failures, by the rules of promtool', async () => {
  convertError = new Error('A bug.');
  expect((await post()).status).toBe(500);
  expect((await post({ 'svc-test-mode': 'maybe' })).status).toBe(400);
  const sample = async () => (await (await get('/metrics')).text()).split('\n');
  await expect.poll(sample).toContain('platen_queue_asynchronous 0');
  const text = await sample();
  expect(text).toContain(
    `platen_build_info{version="1.0.0",node="${process.versions.node}",chromium=""} 1`,
  );
  expect(text).toContain('platen_chromium_resident_memory_bytes{kind="page"} 2');
  expect(text).toContain('platen_failures_total{code="internal"} 1');
  expect(text).toContain('platen_failures_total{code="invalid-request"} 1');
  expect(text).toContain('platen_webhooks_waiting 0');
  const free = text.find((line) => line.startsWith('platen_results_disk_free_bytes '));
  expect(Number(free?.split(' ')[1])).toBeGreaterThan(0);
  expect(text.flatMap(metricIssues)).toEqual([]);
});

/** The rules of `promtool check metrics` that depend on names, types and help. */
function metricIssues(line: string, _at: number, all: readonly string[]): readonly string[] {
  const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
  if (name === '') return [];
  const help = all.find((each) => each.startsWith(`# HELP ${name} `));
  return [
    ...(help === undefined ? [`${name} has no help`] : []),
    ...(name.endsWith('_total') === (type === 'counter') ? [] : [`${name}: _total`]),
    ...(/_(count|sum|bucket)$/.test(name) ? [`${name} is reserved`] : []),
    ...(/milliseconds|_ms\b|_mb\b|kilobytes|percent|minutes|hours/.test(name)
      ? [`${name}: unit`]
      : []),
    ...(name.includes(type) || /[A-Z:]/.test(name) ? [`${name}: form`] : []),
  ];
}

it('gets the task and the client into the line of a fault, and of its request', async () => {
  convertError = new Error('A bug.');
  const failed = await post();
  const id = failed.headers.get('x-request-id');
  const task = failed.headers.get('platen-task');
  const common = { id, task, client: '127.0.0.1', account: 'run', bytes: 17, code: 'internal' };
  await expect.poll(lines).toContainEqual(expect.objectContaining({ ...common, msg: 'request' }));
  const fault = lines().find(({ msg }) => msg === 'fault');
  expect(fault).toMatchObject({ ...common, fault: 'Platen failed: A bug.' });
});

it('logs its start and its stop', async () => {
  await service.stop();
  const messages = lines().map(({ msg }) => msg);
  expect(messages).toEqual(['listening', 'stopping', 'stopped']);
  expect(lines()[0]).toMatchObject({ version: '1.0.0', address: service.address });
});

it.each([
  ['ENOSPC', 507, 'storage-full'],
  ['EROFS', 503, 'storage-unavailable'],
  ['EACCES', 503, 'storage-unavailable'],
  ['EIO', 503, 'storage-unavailable'],
])('returns for %s of the disk %i, and later a PDF with the same key', async (...expected) => {
  const [fault, status, code] = expected;
  disk.fault = fault;
  const key = { 'idempotency-key': 'full' };
  const refused = await post(key);
  expect(refused.status).toBe(status);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code } });
  expect(lines()).toContainEqual(expect.objectContaining({ msg: 'fault', code, level: 50 }));
  disk.fault = '';
  expect((await post(key)).status).toBe(200);
});

it('returns the ID of the task, unless the service is strict', async () => {
  const made = await post({ 'idempotency-key': 'a' });
  const task = made.headers.get('platen-task') ?? '';
  expect(task).toMatch(/^[\da-f-]{36}$/);
  expect((await post({ 'idempotency-key': 'a' })).headers.get('platen-task')).toBe(task);
  const state = await fetch(`${service.address}/v1/pdf/${task}`, { headers: basic(service.key) });
  expect(await state.json()).toEqual(await made.json());
  const strict = await openTestService({ isStrict: true });
  const response = await postJson(
    `${strict.address}/v1/pdf`,
    { source: '<p>x' },
    basic(strict.key),
  );
  expect([response.status, response.headers.get('platen-task')]).toEqual([200, null]);
  await strict.end();
});

it('refuses API keys for its metrics where other machines reach it; the operator has a key', async () => {
  const proxied = await openTestService({ behindProxy: true, metricsKey: 'operator-key-0123' });
  const metrics = async (authorization: string) =>
    (await fetch(`${proxied.address}/metrics`, { headers: { authorization } })).status;
  expect(await metrics(basic(proxied.key)['authorization'] ?? '')).toBe(401);
  expect(await metrics('Bearer another-key-0123')).toBe(401);
  expect(await metrics('Bearer operator-key-0123')).toBe(200);
  expect(await metrics(basic('operator-key-0123')['authorization'] ?? '')).toBe(200);
  await proxied.end();
  const keyless = await openTestService({ behindProxy: true });
  const headers = basic(keyless.key);
  expect((await fetch(`${keyless.address}/metrics`, { headers })).status).toBe(401);
  await keyless.end();
});

it('serves metrics and probes on another address, and nothing else there', async () => {
  const split = await openTestService({
    behindProxy: true,
    metricsListen: { host: '127.0.0.1', port: 0 },
  });
  const [, address = ''] = /"address":"([^"]+)","msg":"metrics"/.exec(split.log()) ?? [];
  const statuses = async (base: string) =>
    Promise.all(
      ['/metrics', '/readyz', '/livez', '/healthz', '/docs'].map(
        async (path) => (await fetch(`${base}${path}`)).status,
      ),
    );
  expect(await statuses(address)).toEqual([200, 200, 200, 200, 404]);
  expect(await statuses(split.address)).toEqual([404, 200, 200, 200, 200]);
  await split.end();
  await expect(fetch(`${address}/livez`)).rejects.toThrow();
});
