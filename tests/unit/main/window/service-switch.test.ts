import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/pdf-engine.js';
import { RunResults } from '../../../../electron/main/service/tasks/results-folder.js';
import { ServiceSwitch } from '../../../../electron/main/window/service-switch.js';
import { type ServiceState } from '../../../../electron/shared/service.js';
import { defaultSettings } from '../../../../electron/shared/settings.js';
import { freePorts } from '../../../support/free-port.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-switch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pdf = { parts: [Buffer.from('%PDF-')], size: 5, pages: 1, title: '', preflight: [] };

function nobody(): never {
  throw new Error('Nobody is to ask for this.');
}

/** A switch with settings of its own, on a free port. */
async function newSwitch(serviceOn = false) {
  const [servicePort = 0] = await freePorts(1);
  const told: ServiceState[] = [];
  const state = {
    settings: { ...defaultSettings, servicePort, serviceOn },
    updateSettings: async (change: object) => {
      state.settings = { ...state.settings, ...change };
      return Promise.resolve(state.settings);
    },
  };
  const convert = vi.fn<PdfEngine['convert']>(async () => Promise.resolve(pdf));
  const service = new ServiceSwitch({
    engine: { convert, close: async () => Promise.resolve() },
    state,
    delivery: {
      accessTo: nobody,
      nameOf: nobody,
      webhookSecret: nobody,
      privateWebhooks: nobody,
    },
    version: '1.2.3',
    resultsFolder: folder,
    onState: (each) => told.push(each),
    log: () => undefined,
  });
  onTestFinished(async () => service.close());
  return { service, state, told, convert, address: `http://127.0.0.1:${servicePort}` };
}

async function post(address: string, key: string): Promise<number> {
  return (await answerTo(address, key)).status;
}

async function answerTo(address: string, key: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json', connection: 'close' };
  const answer = await fetch(`${address}/v1/pdf`, {
    method: 'POST',
    headers,
    body: '{"source":"<p>x"}',
  });
  // All of it, so that the connection is not left open.
  return new Response(await answer.arrayBuffer(), answer);
}

it('starts the service and ends it, and the setting follows', async () => {
  const { service, state, address } = await newSwitch();
  expect(service.state).toEqual({ status: 'off' });
  expect(() => service.key).toThrow('Start it to get a key');
  expect(await service.turn(true)).toEqual({ status: 'on', address, running: 0, made: 0 });
  expect(state.settings.serviceOn).toBe(true);
  expect(await post(address, service.key)).toBe(200);
  expect(await post(address, 'another')).toBe(401);
  expect(service.state).toMatchObject({ status: 'on', made: 1, running: 0 });
  expect(await service.turn(false)).toEqual({ status: 'off' });
  expect(state.settings.serviceOn).toBe(false);
  await expect(post(address, '')).rejects.toThrow();
});

it('is off, says why, and can be switched on again where the PDFs of its run cannot be removed', async () => {
  const { service, address } = await newSwitch();
  await service.turn(true);
  vi.spyOn(RunResults.prototype, 'remove').mockRejectedValueOnce(new Error('ENOTEMPTY'));
  await expect(service.turn(false)).rejects.toThrow('ENOTEMPTY');
  expect(service.state).toEqual({ status: 'off' });
  await expect(post(address, '')).rejects.toThrow();
  expect(await service.turn(true)).toMatchObject({ status: 'on' });
});

it('takes pages from hosts, and keeps PDFs, as the settings say by then', async () => {
  const { service, state, convert, address } = await newSwitch();
  await service.turn(true);
  const hoursKept = async () => {
    const { url } = (await (await answerTo(address, service.key)).json()) as { url: string };
    const expires = (await fetch(url, { method: 'HEAD' })).headers.get('expires') ?? '';
    return Math.round((Date.parse(expires) - Date.now()) / 3_600_000);
  };
  expect(await hoursKept()).toBe(24);
  await state.updateSettings({ serviceHosts: ['wiki'], serviceKeepHours: 2 });
  expect(await hoursKept()).toBe(2);
  const hosts = convert.mock.calls.map(([, options]) => options?.allowedHosts);
  expect(hosts).toEqual([[], ['wiki']]);
});

it('applies another concurrency to the service that runs', async () => {
  const { service, state, convert, address } = await newSwitch();
  state.settings.concurrency = 1;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  convert.mockImplementation(async () => finished.then(() => pdf));
  await service.turn(true);
  const posts = [post(address, service.key), post(address, service.key)];
  await expect.poll(() => convert.mock.calls.length).toBe(1);
  service.setConcurrency(2);
  await expect.poll(() => convert.mock.calls.length).toBe(2);
  finish();
  expect(await Promise.all(posts)).toEqual([200, 200]);
});

it('has another key each time, and no state holds it', async () => {
  const { service, told } = await newSwitch();
  await service.turn(true);
  const first = service.key;
  await service.turn(false);
  await service.turn(true);
  expect(service.key).not.toBe(first);
  expect(JSON.stringify([service.state, ...told])).not.toContain('platen_run');
});

it('says why it could not start, and can be tried again', async () => {
  const taken = await newSwitch();
  await taken.service.turn(true);
  const { service, state } = await newSwitch();
  const free = state.settings.servicePort;
  state.settings.servicePort = taken.state.settings.servicePort;
  expect(await service.turn(true)).toEqual({
    status: 'failed',
    message: `The service cannot listen on 127.0.0.1, port ${state.settings.servicePort}: another program uses the port. Choose another one.`,
  });
  state.settings.servicePort = free;
  expect(await service.turn(true)).toMatchObject({ status: 'on' });
});

it('begins as the settings say, and keeps them when the window goes', async () => {
  const { service, state } = await newSwitch(true);
  await service.begin();
  expect(service.state.status).toBe('on');
  await service.close();
  expect(state.settings.serviceOn).toBe(true);
  const off = await newSwitch(false);
  await off.service.begin();
  expect(off.service.state.status).toBe('off');
});
