import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { idleEngine } from '../service/support/open-service.js';
import { RunResults } from '../../../../electron/main/service/tasks/results-folder.js';
import { ServiceSwitch } from '../../../../electron/main/window/service-switch.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { type ServiceState } from '../../../../electron/shared/service.js';
import { defaultSettings } from '../../../../electron/shared/settings.js';
import { freePorts } from '../../../support/free-port.js';

vi.mock('electron', () => ({ clipboard: {} }));

const folder = mkdtempSync(join(tmpdir(), 'platen-switch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pdf = { parts: [Buffer.from('%PDF-')], size: 5, pages: 1, title: '', preflight: [] };

function unused(): never {
  throw new Error('This must not be called.');
}

/** Returns a switch with its own settings, on a free port. */
async function newSwitch(serviceOn = false) {
  const [servicePort = 0] = await freePorts(1);
  const states: ServiceState[] = [];
  const state = {
    settings: { ...defaultSettings, servicePort, serviceOn },
    updateSettings: async (change: object) => {
      state.settings = { ...state.settings, ...change };
      return Promise.resolve(state.settings);
    },
  };
  const convert = vi.fn<PdfEngine['convert']>(async () => Promise.resolve(pdf));
  const service = new ServiceSwitch({
    engine: { ...idleEngine, convert },
    state,
    delivery: {
      accessTo: unused,
      nameOf: unused,
      webhookSecret: unused,
      privateWebhooks: unused,
    },
    version: '1.2.3',
    resultsFolder: folder,
    onState: (each) => states.push(each),
    log: () => undefined,
  });
  onTestFinished(async () => service.close());
  return { service, state, states, convert, address: `http://127.0.0.1:${servicePort}` };
}

async function post(address: string, key: string): Promise<number> {
  return (await responseOf(address, key)).status;
}

async function responseOf(address: string, key: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(`${address}/v1/pdf`, {
    method: 'POST',
    headers,
    body: '{"source":"<p>x"}',
  });
  // Read to the end, so that the connection is closed.
  return new Response(await response.arrayBuffer(), response);
}

it('starts and stops the server and updates the setting', async () => {
  const { service, state, address } = await newSwitch();
  expect(service.state).toEqual({ status: 'off' });
  expect(() => service.key).toThrow('Start it to get a key');
  expect(await service.setOn(true)).toEqual({ status: 'on', address, running: 0, created: 0 });
  expect(state.settings.serviceOn).toBe(true);
  expect(await post(address, service.key)).toBe(200);
  expect(await post(address, 'another')).toBe(401);
  expect(service.state).toMatchObject({ status: 'on', created: 1, running: 0 });
  expect(await service.setOn(false)).toEqual({ status: 'off' });
  expect(state.settings.serviceOn).toBe(false);
  await expect(post(address, '')).rejects.toThrow();
});

it('fails to stop, but is off and can be started again, if PDFs cannot be removed', async () => {
  const { service, address } = await newSwitch();
  await service.setOn(true);
  vi.spyOn(RunResults.prototype, 'remove').mockRejectedValueOnce(new Error('ENOTEMPTY'));
  await expect(service.setOn(false)).rejects.toThrow('ENOTEMPTY');
  expect(service.state).toEqual({ status: 'off' });
  await expect(post(address, '')).rejects.toThrow();
  expect(await service.setOn(true)).toMatchObject({ status: 'on' });
});

it('applies changes of private hosts and retention to the running server', async () => {
  const { service, state, convert, address } = await newSwitch();
  await service.setOn(true);
  const hoursKept = async () => {
    const { url } = (await (await responseOf(address, service.key)).json()) as { url: string };
    const expires = (await fetch(url, { method: 'HEAD' })).headers.get('expires') ?? '';
    return Math.round((Date.parse(expires) - Date.now()) / 3_600_000);
  };
  expect(await hoursKept()).toBe(24);
  await state.updateSettings({ serviceHosts: ['wiki'], serviceKeepHours: 2 });
  expect(await hoursKept()).toBe(2);
  const hosts = convert.mock.calls.map(([, options]) => options?.allowedHosts);
  expect(hosts).toEqual([[], ['wiki']]);
});

it('applies a change of the concurrency to the running server', async () => {
  const { service, state, convert, address } = await newSwitch();
  state.settings.concurrency = 1;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  convert.mockImplementation(async () => finished.then(() => pdf));
  await service.setOn(true);
  const posts = [post(address, service.key), post(address, service.key)];
  await expect.poll(() => convert.mock.calls.length).toBe(1);
  service.setConcurrency(2);
  await expect.poll(() => convert.mock.calls.length).toBe(2);
  finish();
  expect(await Promise.all(posts)).toEqual([200, 200]);
});

it('creates a new key at each start, which no state contains', async () => {
  const { service, states } = await newSwitch();
  await service.setOn(true);
  const first = service.key;
  await service.setOn(false);
  await service.setOn(true);
  expect(service.key).not.toBe(first);
  expect(JSON.stringify([service.state, ...states])).not.toContain('platen_run');
});

it('reports why it could not start, and can be started again', async () => {
  const taken = await newSwitch();
  await taken.service.setOn(true);
  const { service, state } = await newSwitch();
  const free = state.settings.servicePort;
  state.settings.servicePort = taken.state.settings.servicePort;
  const failed = await service.setOn(true);
  expect(failed.status === 'failed' && englishText(failed.message)).toBe(
    `The service cannot listen on 127.0.0.1, port ${state.settings.servicePort}: another program uses the port. Choose another one.`,
  );
  state.settings.servicePort = free;
  expect(await service.setOn(true)).toMatchObject({ status: 'on' });
});

it('starts as the settings say, and keeps the setting when the window closes', async () => {
  const { service, state } = await newSwitch(true);
  await service.begin();
  expect(service.state.status).toBe('on');
  await service.close();
  expect(state.settings.serviceOn).toBe(true);
  const off = await newSwitch(false);
  await off.service.begin();
  expect(off.service.state.status).toBe('off');
});
