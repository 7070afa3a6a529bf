import fc, { type Arbitrary } from 'fast-check';
import { brokenTexts, validBodies, invalidBodies } from './bodies.js';
import type { Schema } from './schema-values.js';

/** A request of the fuzzer. */
export interface FuzzRequest {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** Whether it is sent byte by byte, even as invalid HTTP. */
  readonly isRaw: boolean;
}

/** The description of the service. */
export interface FuzzedService {
  /** The schema of request bodies, from the OpenAPI document. */
  readonly schema: Schema;
  /** The paths in the same document, with their methods in upper case. */
  readonly operations: readonly (readonly [string, string])[];
  /** The `Authorization` header of the service. */
  readonly authorization: string;
}

const json: readonly [string, string] = ['content-type', 'application/json'];

/** Requests of all kinds: most of them invalid. */
export function fuzzRequests(service: FuzzedService): Arbitrary<FuzzRequest> {
  const { schema } = service;
  const textOf = (body: unknown) => Buffer.from(JSON.stringify(body));
  return fc.oneof(
    { weight: 3, arbitrary: posts(service, validBodies(schema).map(textOf)) },
    { weight: 1, arbitrary: posts(service, validBodies(schema).map(textOf), requestsOf(service)) },
    { weight: 50, arbitrary: posts(service, invalidBodies(schema).map(textOf)) },
    { weight: 15, arbitrary: posts(service, brokenTexts(schema)) },
    { weight: 1, arbitrary: posts(service, largeTexts) },
    { weight: 20, arbitrary: elsewhere(service) },
    { weight: 8, arbitrary: brokenHttp(service) },
  );
}

/** Slightly less and slightly more than a megabyte. */
const largeTexts = fc
  .constantFrom(1_000_000, 1_048_500, 1_100_000)
  .map((size) => Buffer.from(JSON.stringify({ source: '<p>x', pages: 'x'.repeat(size) })));

function posts(
  service: FuzzedService,
  bodies: Arbitrary<Buffer>,
  withHeaders = headersOf(service),
): Arbitrary<FuzzRequest> {
  return fc.tuple(bodies, withHeaders).map(([body, headers]) => ({
    method: 'POST',
    target: '/v1/pdf',
    headers,
    body,
    isRaw: false,
  }));
}

const headerTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'true',
    'false',
    'TRUE',
    '1',
    'x'.repeat(300),
    '\u00e9',
    ',',
    ';q=',
    '*',
  ),
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '?')),
);

const oddHeaders: Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'svc-test-mode',
      'idempotency-key',
      'prefer',
      'accept',
      'content-type',
      'content-encoding',
      'authorization',
      'range',
      'if-none-match',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-request-id',
      'accept-encoding',
      'origin',
      'cookie',
    ),
    headerTexts,
  ),
  fc.constantFrom<readonly [string, string]>(
    ['svc-test-mode', 'true'],
    ['prefer', 'respond-async'],
    ['accept', 'application/pdf'],
    ['accept', 'application/pdf;q=x, */*;q=9'],
    ['idempotency-key', 'one'],
    ['idempotency-key', 'two'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['content-type', 'application/json; __proto__=x'],
    ['content-encoding', 'gzip'],
    ['authorization', 'Basic'],
    ['authorization', 'Basic ====:'],
    ['authorization', `Basic ${Buffer.from('platen_x_y:').toString('base64')}`],
    ['authorization', `Basic ${Buffer.from('\u0000:\u0000').toString('base64')}`],
    ['authorization', 'Bearer x'],
    ['range', 'bytes=0-'],
    ['range', 'bytes=9-1,-0,99999999999999999999-'],
    ['x-forwarded-host', '\\\\evil/<script>'],
  ),
);

/** Mostly valid headers, with some additional or different ones. */
function headersOf({ authorization }: FuzzedService): Arbitrary<FuzzRequest['headers']> {
  const validHeaders = [['authorization', authorization], json] as const;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(validHeaders) },
    {
      weight: 2,
      arbitrary: fc
        .array(oddHeaders, { minLength: 1, maxLength: 3 })
        .map((odd) => [...new Map([...validHeaders, ...odd])]),
    },
    { weight: 1, arbitrary: fc.array(oddHeaders, { maxLength: 3 }) },
  );
}

/** Optional headers, each with or without a value. */
function requestsOf({ authorization }: FuzzedService): Arbitrary<FuzzRequest['headers']> {
  const keys = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', '~') });
  return fc
    .tuple(
      fc.subarray<readonly [string, string]>([
        ['prefer', 'respond-async'],
        ['accept', 'application/pdf'],
        ['svc-test-mode', 'true'],
      ]),
      fc.option(keys),
    )
    .map(([optionalHeaders, key]) => [
      ['authorization', authorization],
      json,
      ...optionalHeaders,
      ...(key === null ? [] : [['idempotency-key', key] as const]),
    ]);
}

/** Other methods and paths, with and without bodies. */
function elsewhere(service: FuzzedService): Arbitrary<FuzzRequest> {
  const methods = fc.constantFrom(
    ...['GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'],
    ...['QUERY', 'SEARCH', 'PURGE', 'LINK', 'M-SEARCH'],
  );
  const segments = fc.oneof(
    fc.constantFrom(
      ...['..', '.', '', '%00', '%', '%zz', '%2e%2e%2f', '%c0%ae', '__proto__', 'constructor'],
      ...[
        'x'.repeat(200),
        'a'.repeat(4_000),
        `${'A'.repeat(43)}.pdf`,
        '%F0%9F%92%A5',
        '*',
        ':task',
      ],
      '00000000-0000-0000-0000-000000000000',
    ),
    fc.string({ maxLength: 30 }).map((text) => encodeURIComponent(text)),
  );
  const known = fc
    .tuple(fc.constantFrom(...service.operations), segments)
    .map(([[path], segment]) => path.replace(/\{[a-z]+\}/, () => segment));
  const extended = fc
    .tuple(known, fc.array(segments, { maxLength: 3 }))
    .map(([path, more]) => [path, ...more].join('/'));
  const others = fc.constantFrom(
    '/metrics',
    '/docs',
    '/v1/openapi.json',
    '/v1',
    '/',
    '//',
    '/v2/pdf',
  );
  const query = fc.constantFrom('', '?', '?x=1', '?%', '?__proto__=1', `?${'x'.repeat(5_000)}`);
  return fc
    .tuple(methods, fc.oneof(known, extended, others), query, headersOf(service), fc.boolean())
    .map(([method, path, search, headers, hasBody]) => ({
      method,
      target: `${path}${search}`,
      headers,
      body: Buffer.from(hasBody ? '{"source":5}' : ''),
      isRaw: false,
    }));
}

/** Requests that no client library would send. */
function brokenHttp({ authorization }: FuzzedService): Arbitrary<FuzzRequest> {
  const methods = fc.constantFrom('POST', 'GET', 'CONNECT', 'post', 'P\u00d6ST', 'PRI', '');
  const targets = fc.constantFrom(
    ...['/v1/pdf', '*', 'http://127.0.0.1/v1/pdf', '127.0.0.1:80', '/v1/pdf HTTP/0.9', '', '\\v1'],
    `/${'x'.repeat(20_000)}`,
    '/\u0000',
  );
  const headers = fc.constantFrom<readonly [string, string]>(
    ['content-length', '5'],
    ['content-length', '999999'],
    ['content-length', '-1'],
    ['content-length', '1e3'],
    ['content-length', '9'.repeat(30)],
    ['transfer-encoding', 'chunked'],
    ['transfer-encoding', 'gzip, chunked'],
    ['transfer-encoding', 'identity'],
    ['expect', '100-continue'],
    ['expect', '5xx'],
    ['upgrade', 'websocket'],
    ['connection', 'upgrade'],
    ['host', ''],
    ['host', 'a b'],
    ['host', '[::'],
    ['host', '\u0000'],
    ['x y', 'z'],
    ['', 'empty'],
    ['x-nul', '\u0000'],
    ['x-line', 'a\nb: c'],
    ['x-many', 'x'.repeat(17_000)],
    ['content-type', 'application/json'],
    ['content-type', '\u00ff\u00fe'],
    ['svc-test-mode', '\u00ff'],
    ['idempotency-key', '\u00e9'],
    ['authorization', authorization],
  );
  const bodies = fc.oneof(
    fc.constantFrom(
      '',
      '{}',
      '{"source":5}',
      '5\r\n{"sou\r\n0\r\n\r\n',
      'zz\r\n',
      '0\r\n\r\nGET /',
    ),
    fc.string({ unit: 'binary' }),
  );
  return fc
    .tuple(methods, targets, fc.array(headers, { maxLength: 5 }), bodies)
    .map(([method, target, list, text]) => ({
      method,
      target,
      headers: list,
      body: Buffer.from(text, 'latin1'),
      isRaw: true,
    }));
}
