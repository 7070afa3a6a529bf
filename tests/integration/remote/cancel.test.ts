import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilCanceled } from '../../../electron/main/engine/contract/canceled.js';
import type { SourceInliner } from '../../../electron/main/engine/contract/pdf-engine.js';
import { HostileService } from '../../support/services/hostile-service.js';
import { RecordingServer } from '../../support/services/recording-server.js';
import { StrictService } from '../../support/services/strict-service.js';
import { failureOf, key, shortDelays } from './support/remote.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

let service: StrictService;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
});
afterEach(async () => {
  await service.close();
});

/** Cancels a conversion as soon as its progress satisfies a condition. */
async function canceledAt(
  address: string,
  isReached: (progress: { readonly stage: string; readonly waitingFor?: string }) => boolean,
  more: Parameters<typeof failureOf>[1] = {},
): Promise<void> {
  const controller = new AbortController();
  const failure = await failureOf(address, {
    ...more,
    signal: controller.signal,
    onProgress: ({ stage, waitingFor }) => {
      const progress = { stage, ...(waitingFor && { waitingFor: englishText(waitingFor) }) };
      if (isReached(progress)) setImmediate(() => controller.abort());
    },
  });
  expect(failure).toMatchObject({ code: 'canceled' });
}

describe('a conversion is canceled', () => {
  test('before it has started', async () => {
    const failure = await failureOf(service.origin, { signal: AbortSignal.abort() });
    expect(failure).toMatchObject({ code: 'canceled' });
    expect(service.posts).toEqual([]);
  });

  test('during inlining', async () => {
    const inline: SourceInliner['inline'] = async (_request, options) =>
      untilCanceled(options?.signal ?? AbortSignal.abort(), new Promise<never>(() => undefined));
    await canceledAt(service.origin, ({ stage }) => stage === 'inlining', {
      parts: { inliner: { inline } },
      request: { source: { kind: 'file', path: '/tmp/a.html' } },
    });
  });

  test('during the upload of the request', { tags: ['core'] }, async () => {
    const hostileService = await HostileService.start('ignore');
    const source = { kind: 'html', html: `<p>${'x'.repeat(8_000_000)}</p>` };
    await canceledAt(hostileService.origin, ({ stage }) => stage === 'sending', {
      request: { source },
    });
    await hostileService.close();
  });

  test('while it waits for the response', async () => {
    const hostileService = await HostileService.start('hang');
    await canceledAt(hostileService.origin, ({ stage }) => stage === 'rendering');
    await hostileService.disconnected();
    await hostileService.close();
  });

  test('during the delay that the service requests', async () => {
    const headers = { 'retry-after': '60' };
    service.answer = () => ({ kind: 'plain', status: 429, headers });
    await canceledAt(service.origin, ({ waitingFor }) => waitingFor?.includes('pause') === true);
    expect(service.posts).toHaveLength(1);
  });

  test('during a retry', async () => {
    const { origin } = service;
    await service.close();
    const limits = { ...shortDelays, retriesMs: [60_000] };
    await canceledAt(origin, ({ waitingFor }) => waitingFor !== undefined, {
      parts: { limits },
    });
    service = await StrictService.start(`${key}:`);
  });

  test('while the service is polled', async () => {
    service.answer = () => ({ kind: 'later', polls: 1_000, then: { kind: 'pdf' } });
    await canceledAt(
      service.origin,
      ({ waitingFor }) => waitingFor?.includes('to create') === true,
    );
    expect(service.posts).toHaveLength(1);
  });

  test('while the PDF arrives in the response', { tags: ['core'] }, async () => {
    const hostileService = await HostileService.start('slow-pdf');
    await canceledAt(hostileService.origin, ({ stage }) => stage === 'fetching');
    await hostileService.disconnected();
    await hostileService.close();
  });

  test('during the download of the PDF', async () => {
    const store = await RecordingServer.start();
    store.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF-1.4\n');
    };
    service.answer = () => ({ kind: 'json', body: { url: `${store.origin}/a.pdf` } });
    await canceledAt(service.origin, ({ stage }) => stage === 'fetching');
    await store.disconnected();
    await store.close();
  });
});
