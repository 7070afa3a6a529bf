import { afterEach, describe, expect, test } from 'vitest';
import { freePorts } from '../../support/free-port.js';
import { type Hostility, HostileService } from '../../support/services/hostile-service.js';
import { StrictService } from '../../support/services/strict-service.js';
import { type RemoteCase, failureOf, key, logged, render, shortDelays } from './support/remote.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

let hostile: HostileService | undefined;
afterEach(async () => {
  await hostile?.close();
  hostile = undefined;
  expect(logged.join('\n')).not.toContain(key);
});

const uncertain = (reason: string) =>
  `The service "office" may have created the PDF, but it did not arrive: ${reason}`;
const again = 'Sending it again may cost again.';
const interrupted = 'the connection broke off';
const checkNetwork = 'Check the URL of the service and the network connection.';
/** Limits that a service reaches only if it is silent or slow. */
const hurried: RemoteCase = { timeoutSeconds: 2 };
const impatient: RemoteCase = { parts: { limits: { ...shortDelays, idleMs: 2000 } } };

const longSource = { kind: 'html', html: `<p>${'x'.repeat(8_000_000)}</p>` } as const;

describe('a request that the service may have received', () => {
  test.each<[Hostility, string, RemoteCase?]>([
    ['reset-read', `${interrupted}.`],
    ['close-read', `${interrupted}.`],
    ['half-head', `${interrupted}.`],
    ['hang', 'it took longer than 2 s.', hurried],
    ['slow-head', 'it took longer than 2 s.', hurried],
    ['half-json', `its response is incomplete: ${interrupted}.`],
    ['half-pdf', `its response is incomplete: ${interrupted}.`],
    ['half-chunked', `its response is incomplete: ${interrupted}.`],
    ['stuck-pdf', 'its response is incomplete: no data for 2 s.', impatient],
    ['slow-pdf', 'its response is incomplete: it took longer than 2 s.', hurried],
    ['cut-pdf', 'only the beginning of the PDF arrived.'],
    ['false-pdf', 'the response claims to be a PDF, but is not.'],
    ['no-http', 'the server does not speak HTTP.'],
    [
      'portal',
      'it answered 200 with text/html, which is neither a PDF nor the URL of one ("Log in Accept the terms of the hotel.").',
    ],
    ['huge-json', 'it answered 200 with more than 1 MB of application/json'],
  ])(
    'is not retried automatically if the service does this: %s',
    async (hostility, reason, limits) => {
      hostile = await HostileService.start(hostility);
      const failure = await failureOf(hostile.origin, limits);
      expect(failure).toMatchObject({ code: 'remote-uncertain' });
      expect(failure.message).toContain(uncertain(reason));
      expect(failure.message).toContain(again);
      expect(hostile.posts).toBeLessThanOrEqual(1);
      await hostile.disconnected();
    },
  );

  test('is not retried after a reset during the upload of a large source', async () => {
    hostile = await HostileService.start('reset-while-reading');
    const request = { source: { kind: 'html', html: `<p>${'x'.repeat(900_000)}</p>` } };
    const failure = await failureOf(hostile.origin, { request });
    expect(failure).toMatchObject({ code: 'remote-uncertain' });
    expect(hostile.posts).toBe(1);
  });

  test('is retried after an immediate reset only if not a byte was sent', async () => {
    hostile = await HostileService.start('reset-unread');
    const failure = await failureOf(hostile.origin);
    // Which of the two happens depends on the timing of the reset.
    const isCertain = 'code' in failure && failure.code === 'remote-unreachable';
    expect(failure.message).toContain(interrupted);
    expect(hostile.connections).toBeGreaterThanOrEqual(3);
    // After an uncertain one, the service is asked twice whether it supports `Idempotency-Key`.
    expect(hostile.connections).toBeLessThanOrEqual(isCertain ? 3 : 5);
  });

  test('is given up if the service stops reading it', async () => {
    hostile = await HostileService.start('ignore');
    const failure = await failureOf(hostile.origin, {
      ...impatient,
      request: { source: longSource },
    });
    expect(failure).toMatchObject({ code: 'remote-uncertain' });
    expect(failure.message).toContain(uncertain('no data for 2 s.'));
    // The request, and two attempts to ask whether it may be repeated.
    expect(hostile.connections).toBe(3);
  });

  test('has its error message truncated, and only part of 100 MB read', async () => {
    hostile = await HostileService.start('huge-error');
    const failure = await failureOf(hostile.origin);
    expect(failure).toMatchObject({ code: 'remote-refused' });
    expect(failure.message).toBe(
      `The service "office" did not create a PDF: it answered 500: ${'a'.repeat(299)}….`,
    );
    await hostile.disconnected();
    expect(hostile.written).toBeLessThan(50 * 1024 ** 2);
  });
});

describe('a request that the service certainly did not receive', () => {
  test('is retried a few times, and then reported as undeliverable', async () => {
    const [port = 0] = await freePorts(1);
    const waits: (string | undefined)[] = [];
    const failure = await failureOf(`http://127.0.0.1:${port}`, {
      onProgress: ({ waitingFor }) => waits.push(waitingFor && englishText(waitingFor)),
    });
    expect(failure).toMatchObject({
      code: 'remote-unreachable',
      message: `The service "office" could not be reached: the server refuses the connection. ${checkNetwork}`,
    });
    const waited = waits.filter((wait) => wait !== undefined);
    expect(waited).toEqual(Array(2).fill('office: the server refuses the connection'));
  });

  test('is sent once the service is reachable', async () => {
    const [port = 0] = await freePorts(1);
    let service: StrictService | undefined;
    const made = await render(`http://127.0.0.1:${port}`, {
      parts: {
        limits: { ...shortDelays, retriesMs: Array(75).fill(400) },
      },
      onProgress: ({ waitingFor }) => {
        if (waitingFor === undefined || service !== undefined) return;
        void StrictService.start(`${key}:`, { port }).then((started) => (service = started));
      },
    });
    expect(made.pdf?.pages).toBe(3);
    expect(service?.posts).toHaveLength(1);
    await service?.close();
  });

  test('reports an unknown host name', async () => {
    const failure = await failureOf('http://nobody.invalid');
    expect(failure).toMatchObject({ code: 'remote-unreachable' });
    expect(failure.message).toMatch(/there is no server named |could not be looked up/);
  });

  test('is sent once to a server without TLS', async () => {
    hostile = await HostileService.start('no-http');
    const failure = await failureOf(hostile.origin.replace('http:', 'https:'));
    expect(failure).toMatchObject({ code: 'remote-unreachable' });
    expect(failure.message).toContain('the server does not speak TLS correctly. Check');
    expect(hostile.connections).toBe(1);
  });

  test('is given up at the timeout if the connection is not accepted', async () => {
    hostile = await HostileService.start('ignore');
    const failure = await failureOf(hostile.origin.replace('http:', 'https:'), {
      parts: { limits: { connectMs: 100, idleMs: 400, pollMs: [10], retriesMs: [10] } },
    });
    expect(failure).toMatchObject({ code: 'remote-unreachable' });
    expect(failure.message).toContain('no connection within 0.1 s.');
    expect(hostile.connections).toBe(2);
  });
});
