import { errorData, publicError } from '../../../electron/shared/messages/errors.js';
import { afterEach, describe, expect, test } from 'vitest';
import { testEndpoint } from '../../../electron/main/remote/test-endpoint.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { freePorts } from '../../support/free-port.js';
import { StrictService, type StrictAnswer } from '../../support/services/strict-service.js';
import { endpointAt, key, shortDelays } from './support/remote.js';

let service: StrictService | undefined;
afterEach(async () => {
  expect(service?.issues ?? []).toEqual([]);
  await service?.close();
  service = undefined;
});

const parts = { version: '0', limits: shortDelays, log: () => undefined };
const bucket = { provider: 'object_store', bucketDestination: 's3://papers/a.pdf' } as const;

async function tested(answer: StrictAnswer): Promise<unknown> {
  service = await StrictService.start(`${key}:`);
  service.answer = () => answer;
  return testEndpoint(endpointAt(service.origin, { storage: bucket }), key, parts).then(
    ({ message }) => englishText(message),
    (thrown: unknown) => thrown,
  );
}

describe('the test of a service', () => {
  test('converts a PDF in test mode, and puts it into no bucket', async () => {
    const size = 701;
    expect(await tested({ kind: 'pdf' })).toBe(
      `The service "office" works: it created a PDF of 3 pages (${size} B) in test mode.`,
    );
    expect(service?.posts[0]?.headers['svc-test-mode']).toBe('true');
    expect(service?.lastBody).not.toHaveProperty('storage');
    expect(service?.posts).toHaveLength(1);
  });

  test('reports a service that returns only a URL', async () => {
    expect(await tested({ kind: 'json', body: { url: '/nowhere.pdf' } })).toContain(
      'The service "office" works, but only the URL of the PDF arrived. The service "office" has created the PDF, but it could not be downloaded:',
    );
  });

  test.each<[StrictAnswer, string, string]>([
    [{ kind: 'plain', status: 401 }, 'secret', 'does not accept'],
    [{ kind: 'plain', status: 404 }, 'address', 'it answered 404. Check its URL'],
    [
      { kind: 'plain', status: 308, headers: { location: '/v2' } },
      'address',
      'redirects the request to /v2 (308)',
    ],
    [
      { kind: 'plain', status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hi</p>' },
      'address',
      'The service "office" did not pass the test: it answered 200 with text/html',
    ],
  ])('reports the invalid field: %o', async (answer, field, text) => {
    const failure = await tested(answer);
    const message = expect.stringContaining(text) as string;
    expect(publicError(errorData(failure))).toMatchObject({
      code: 'remote-refused',
      message,
      fields: [{ field, message }],
    });
  });

  test('reports immediately that nothing listens', async () => {
    const [port = 0] = await freePorts(1);
    await expect(
      testEndpoint(endpointAt(`http://127.0.0.1:${port}`), key, parts),
    ).rejects.toMatchObject({
      code: 'remote-unreachable',
      fields: [{ field: 'address' }],
    });
  });
});
