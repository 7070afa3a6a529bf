import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilCanceled } from '../../../electron/main/engine/canceled.js';
import type { SourceInliner } from '../../../electron/main/engine/pdf-engine.js';
import { HostileService } from '../../support/services/hostile-service.js';
import { RecordingServer } from '../../support/services/recording-server.js';
import { StrictService } from '../../support/services/strict-service.js';
import { failureOf, key } from './support/remote.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

let service: StrictService;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
});
afterEach(async () => {
  await service.close();
});

/** Takes a conversion back as soon as it tells what is asked for. */
async function canceledAt(
  address: string,
  isNow: (progress: { readonly stage: string; readonly waitingFor?: string }) => boolean,
  more: Parameters<typeof failureOf>[1] = {},
): Promise<void> {
  const controller = new AbortController();
  const failure = await failureOf(address, {
    ...more,
    signal: controller.signal,
    onProgress: ({ stage, waitingFor }) => {
      const progress = { stage, ...(waitingFor && { waitingFor: englishText(waitingFor) }) };
      if (isNow(progress)) setImmediate(() => controller.abort());
    },
  });
  expect(failure).toMatchObject({ code: 'canceled' });
}

describe('a conversion is taken back', () => {
  test('before it has begun', async () => {
    const failure = await failureOf(service.origin, { signal: AbortSignal.abort() });
    expect(failure).toMatchObject({ code: 'canceled' });
    expect(service.posts).toEqual([]);
  });

  test('while it is packed', async () => {
    const inline: SourceInliner['inline'] = async (_request, options) =>
      untilCanceled(options?.signal ?? AbortSignal.abort(), new Promise<never>(() => undefined));
    await canceledAt(service.origin, ({ stage }) => stage === 'packing', {
      parts: { packer: { inline } },
      request: { source: { kind: 'file', path: '/tmp/a.html' } },
    });
  });

  test('while it is sent', async () => {
    const hostile = await HostileService.start('ignore');
    const source = { kind: 'html', html: `<p>${'x'.repeat(8_000_000)}</p>` };
    await canceledAt(hostile.origin, ({ stage }) => stage === 'sending', { request: { source } });
    await hostile.close();
  });

  test('while its answer is waited for', async () => {
    const hostile = await HostileService.start('hang');
    await canceledAt(hostile.origin, ({ stage }) => stage === 'rendering');
    await hostile.left();
    await hostile.close();
  });

  test('while the service asks for a pause', async () => {
    const headers = { 'retry-after': '60' };
    service.answer = () => ({ kind: 'plain', status: 429, headers });
    await canceledAt(service.origin, ({ waitingFor }) => waitingFor?.includes('pause') === true);
    expect(service.posts).toHaveLength(1);
  });

  test('while it is tried again', async () => {
    const { origin } = service;
    await service.close();
    const limits = { connectMs: 1_000, idleMs: 1_000, pollMs: [10], retriesMs: [60_000] };
    await canceledAt(origin, ({ waitingFor }) => waitingFor !== undefined, {
      parts: { limits },
    });
    service = await StrictService.start(`${key}:`);
  });

  test('while the service is polled', async () => {
    service.answer = () => ({ kind: 'later', waits: 1_000, then: { kind: 'pdf' } });
    await canceledAt(
      service.origin,
      ({ waitingFor }) => waitingFor?.includes('to create') === true,
    );
    expect(service.posts).toHaveLength(1);
  });

  test('while the PDF comes in with the answer', async () => {
    const hostile = await HostileService.start('slow-pdf');
    await canceledAt(hostile.origin, ({ stage }) => stage === 'fetching');
    await hostile.left();
    await hostile.close();
  });

  test('while the PDF is fetched', async () => {
    const store = await RecordingServer.start();
    store.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF-1.4\n');
    };
    service.answer = () => ({ kind: 'json', body: { url: `${store.origin}/a.pdf` } });
    await canceledAt(service.origin, ({ stage }) => stage === 'fetching');
    await store.left();
    await store.close();
  });
});
