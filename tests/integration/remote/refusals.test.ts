import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StrictService, type StrictAnswer } from '../../support/services/strict-service.js';
import { failureOf, key, render, shortDelays } from './support/remote.js';
import { literal } from '../../../electron/shared/messages/message.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

let service: StrictService;
beforeEach(async () => {
  service = await StrictService.start(`${key}:`);
});
afterEach(async () => {
  expect(service.issues).toEqual([]);
  await service.close();
});

const json = { 'content-type': 'application/json' };
const problem = { 'content-type': 'application/problem+json' };
const html = { 'content-type': 'text/html' };

function plain(status: number, body = '', headers: Readonly<Record<string, string>> = {}) {
  return { kind: 'plain', status, body, headers } as const;
}

describe('an error response', () => {
  test.each<[StrictAnswer, string, string]>([
    [
      plain(401, '{"error":{"message":"Unknown key."}}', json),
      'remote-refused',
      'The service "office" does not accept the key (401): Unknown key. Enter another one.',
    ],
    [
      plain(402),
      'remote-refused',
      'The service "office" did not create a PDF: the account, or its key, has no credits left (402). Add credits there, or turn on Test mode for the service in Settings: its PDFs are free and watermarked.',
    ],
    [
      plain(402, '{"error":{"message":"The account \\"run\\" has no credits left."}}', json),
      'remote-refused',
      'The service "office" did not create a PDF (402): The account "run" has no credits left. Add credits there, or turn on Test mode for the service in Settings: its PDFs are free and watermarked.',
    ],
    [
      plain(
        402,
        '{"error":{"code":"no-credits","message":"No credits. Send svc-test-mode: true."}}',
        json,
      ),
      'remote-refused',
      'The service "office" did not create a PDF: the account, or its key, has no credits left (402). Add credits there, or turn on Test mode for the service in Settings: its PDFs are free and watermarked.',
    ],
    [plain(304), 'remote-refused', 'The service "office" did not create a PDF: it answered 304.'],
    [
      plain(
        413,
        '<html><head><title>413</title></head><body><h1>Too&nbsp;large</h1></body></html>',
        html,
      ),
      'remote-refused',
      'The service "office" does not accept a request of 41 B (413): Too large. Make the page smaller, such as with smaller images.',
    ],
    [
      plain(400, '{"message":"zoom is wrong"}', json),
      'remote-refused',
      'The service "office" did not create a PDF: it answered 400: zoom is wrong.',
    ],
    [
      plain(422, '{"title":"Unprocessable","detail":"The page did not load."}', problem),
      'remote-refused',
      'The service "office" did not create a PDF: it answered 422: The page did not load.',
    ],
    [
      plain(403, 'Not\u0007 for\u001b[31m you', { 'content-type': 'text/plain' }),
      'remote-refused',
      'The service "office" did not create a PDF: it answered 403: Not for[31m you.',
    ],
    [
      plain(404, '<p>Not here</p>', html),
      'remote-refused',
      'The service "office" did not create a PDF: it answered 404: Not here. Check its URL.',
    ],
    [plain(500), 'remote-refused', 'The service "office" did not create a PDF: it answered 500.'],
    [
      { kind: 'json', body: { error: 'no such font' } },
      'remote-refused',
      'The service "office" did not create a PDF: it answered 200: no such font.',
    ],
    ...[{ kind: 'json', status: 202, body: {} } as const, plain(202)].map(
      (answer): [StrictAnswer, string, string] => [
        answer,
        'remote-uncertain',
        'The service "office" may have created the PDF, but it did not arrive: it accepted the request (202) without a URL for the PDF. Sending it again may cost again.',
      ],
    ),
    [
      plain(502, '<h1>Bad Gateway</h1>', html),
      'remote-uncertain',
      'The service "office" may have created the PDF, but it did not arrive: it answered 502: Bad Gateway. Sending it again may cost again.',
    ],
    [
      plain(503),
      'remote-uncertain',
      'The service "office" may have created the PDF, but it did not arrive: it answered 503. Sending it again may cost again.',
    ],
    [
      plain(504, 'upstream request timeout'),
      'remote-uncertain',
      'The service "office" may have created the PDF, but it did not arrive: it answered 504: upstream request timeout. Sending it again may cost again.',
    ],
    [
      plain(307, '', { location: 'https://elsewhere.example/v1/pdf' }),
      'remote-refused',
      'The service "office" redirects the request to https://elsewhere.example/v1/pdf (307), which Platen does not follow. If that is right, change its URL to https://elsewhere.example.',
    ],
    [
      plain(308, '', { location: 'http://u:p@elsewhere.example:8080/pdf/v1/pdf/?a#b' }),
      'remote-refused',
      'The service "office" redirects the request to http://u:p@elsewhere.example:8080/pdf/v1/pdf/?a#b (308), which Platen does not follow. If that is right, change its URL to http://elsewhere.example:8080/pdf.',
    ],
    [
      plain(302, '', { location: '/login' }),
      'remote-refused',
      'The service "office" redirects the request to /login (302), which Platen does not follow. Check its URL.',
    ],
    [
      plain(307, '', { location: '/v1/pdf' }),
      'remote-refused',
      'The service "office" redirects the request to /v1/pdf (307), which Platen does not follow. Check its URL.',
    ],
    [
      plain(429, '', { 'retry-after': '3600' }),
      'remote-unreachable',
      'The service "office" could not be reached: it is busy and requests a pause of 1 h (429). Retry then, or raise its timeout.',
    ],
  ])('is reported with its message: %o', async (answer, code, message) => {
    service.answer = () => answer;
    expect(await failureOf(service.origin, { request: smallRequest })).toMatchObject({
      code,
      message,
    });
    expect(service.posts).toHaveLength(1);
  });

  test.each([401, 403])('refers to the key of the service if its status is %i', async (status) => {
    service.answer = () => plain(status);
    expect(await failureOf(service.origin, { request: smallRequest })).toMatchObject({
      fields: [{ field: 'secret' }],
    });
  });

  test('names the fields as Platen does', async () => {
    const fields = [
      { field: 'storage.bucket_destination', message: 'Wrong bucket.' },
      { field: 'disable_javascript', message: 'Not here.' },
    ];
    const error = { code: 'invalid-request', message: 'The request has 2 errors.', fields };
    service.answer = () => plain(400, JSON.stringify({ error }), json);
    expect(await failureOf(service.origin)).toMatchObject({
      code: 'remote-refused',
      fields: [
        { field: 'storage.bucketDestination', message: literal('Wrong bucket.') },
        { field: 'disableJavascript', message: literal('Not here.') },
      ],
    });
  });

  test.each([
    ['unchanged', key],
    ['as it was sent', Buffer.from(`${key}:`).toString('base64')],
    ['with a control character', `${key.slice(0, 9)}\u0000${key.slice(9)}`],
    ['with a zero-width character', `${key.slice(0, 9)}\u200b${key.slice(9)}`],
  ])('never shows the key, %s', async (_name, spelling) => {
    service.answer = () =>
      plain(400, JSON.stringify({ message: `The key ${spelling} is bad` }), json);
    const failure = await failureOf(service.origin);
    expect(failure.message).toBe(
      'The service "office" did not create a PDF: it answered 400: The key ••• is bad.',
    );
  });

  test('never shows the key in a page, split by a tag', async () => {
    service.answer = () => plain(400, `${key.slice(0, 9)}<b></b>${key.slice(9)}`, html);
    const failure = await failureOf(service.origin);
    expect(failure.message).not.toContain(key);
  });
});

const smallRequest = { source: { kind: 'html', html: '<title>T</title><p>Hello</p>' } } as const;

describe('a busy service', () => {
  test.each([429, 503])('is retried after the requested delay (%i)', async (status) => {
    const waits: (string | undefined)[] = [];
    service.answer = (number) =>
      number === 0 ? plain(status, '', { 'retry-after': '1' }) : { kind: 'pdf' };
    const startedAt = performance.now();
    const { pdf } = await render(service.origin, {
      onProgress: ({ waitingFor }) => waits.push(waitingFor && englishText(waitingFor)),
    });
    expect(pdf?.pages).toBe(3);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(waits).toContain('the pause of 1 s that office requests');
    const [first, second] = service.posts;
    expect(service.posts).toHaveLength(2);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  test('is given up if it requests no delay and stays busy', async () => {
    service.answer = () => plain(429);
    expect(await failureOf(service.origin)).toMatchObject({
      code: 'remote-unreachable',
      message: 'The service "office" could not be reached: it is busy (429). Retry later.',
    });
    expect(service.posts).toHaveLength(3);
  });

  test('is reported as busy if its delay is invalid', async () => {
    const waits: (string | undefined)[] = [];
    service.answer = (number) =>
      number === 0 ? plain(429, '', { 'retry-after': 'soon' }) : { kind: 'pdf' };
    await render(service.origin, {
      onProgress: ({ waitingFor }) => waits.push(waitingFor && englishText(waitingFor)),
      parts: { limits: { ...shortDelays, retriesMs: [600] } },
    });
    expect(waits).toContain('office, which is busy; retrying in 1 s');
  });
});
