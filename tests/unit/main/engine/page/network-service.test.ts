import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { AppError } from '../../../../../electron/shared/messages/errors.js';
import { message } from '../../../../../electron/shared/messages/message.js';
import {
  type ConversionRequest,
  parseConversionRequest,
} from '../../../../../electron/shared/request/request.js';
import type {
  ConvertedPdf,
  LocalEngine,
} from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { endWithNetworkService } from '../../../../../electron/main/engine/page/network-service.js';

const request: ConversionRequest = parseConversionRequest({
  source: { kind: 'url', url: 'http://a.example/' },
});
const pdf: ConvertedPdf = {
  parts: [],
  size: 0,
  pages: 1,
  title: '',
  preflight: [],
};
const networkService = 'network.mojom.NetworkService';
const unused = async () => Promise.reject(new Error('Unused.'));

/** An engine whose conversions wait until a test ends them. */
function waitingEngine() {
  const processes = new EventEmitter();
  const signals: AbortSignal[] = [];
  let finish = (): void => undefined;
  const inner: LocalEngine = {
    convert: async (_request, { signal } = {}) => {
      if (signal) signals.push(signal);
      return new Promise((resolve) => (finish = () => resolve(pdf)));
    },
    inline: unused,
    setConcurrency: () => undefined,
    setMemoryLimit: () => undefined,
    ping: unused,
    memory: () => ({ pages: 0, others: 0 }),
    close: unused,
  };
  const error = () => new AppError('chromium-ended', message('page.chromiumEnded'));
  return {
    engine: endWithNetworkService(inner, processes, error),
    signals,
    finish: () => finish(),
    end: (reason = 'crashed', serviceName = networkService) =>
      processes.emit('child-process-gone', {}, { reason, serviceName }),
  };
}

it('begins conversions again when the network service has crashed, twice in a row', async () => {
  const { engine, signals, end } = waitingEngine();
  const conversion = engine.convert(request);
  for (const crashes of [1, 2]) {
    end();
    await expect.poll(() => signals.length).toBe(crashes + 1);
    expect(signals.filter(({ aborted }) => aborted)).toHaveLength(crashes);
  }
  end();
  await expect(conversion).rejects.toMatchObject({ code: 'chromium-ended' });
  expect(signals).toHaveLength(3);
});

it('ends conversions at once when the network service cannot be started', async () => {
  const { engine, end } = waitingEngine();
  const conversion = engine.convert(request);
  end('launch-failed');
  await expect(conversion).rejects.toMatchObject({ code: 'chromium-ended' });
});

it('counts the crashes since the last PDF, and no other processes', async () => {
  const { engine, signals, finish, end } = waitingEngine();
  const first = engine.convert(request);
  end();
  end();
  await expect.poll(() => signals.length).toBe(2);
  finish();
  await expect(first).resolves.toBe(pdf);
  const second = engine.convert(request);
  end();
  end();
  end('clean-exit');
  end('launch-failed', 'audio.mojom.AudioService');
  await expect.poll(() => signals.length).toBe(4);
  finish();
  await expect(second).resolves.toBe(pdf);
});

it('does not begin again what its caller has canceled', async () => {
  const { engine, signals, end } = waitingEngine();
  const stop = new AbortController();
  const conversion = engine.convert(request, { signal: stop.signal });
  stop.abort();
  end();
  await expect(conversion).rejects.toThrow();
  expect(signals).toHaveLength(1);
});

it('is canceled while it waits to begin again', async () => {
  const { engine, signals, end } = waitingEngine();
  const stop = new AbortController();
  const conversion = engine.convert(request, { signal: stop.signal });
  end();
  // A command is stopped without a reason.
  setImmediate(() => stop.abort(null));
  await expect(conversion).rejects.toMatchObject({ code: 'canceled' });
  expect(signals).toHaveLength(1);
});

it('still cancels a conversion for its caller', () => {
  const { engine, signals } = waitingEngine();
  const stop = new AbortController();
  void engine.convert(request, { signal: stop.signal });
  stop.abort();
  expect(signals[0]?.aborted).toBe(true);
});
