import { describe, expect, it } from 'vitest';
import { RequestRates } from '../../../../electron/main/service/http/authenticator.js';
import { parseJsonBody } from '../../../../electron/main/service/http/json-body.js';
import { readRange } from '../../../../electron/main/service/http/responses.js';
import { canonicalJson } from '../../../../electron/main/service/http/create-pdf.js';
import { prefersPdf, readHeaders } from '../../../../electron/main/service/http/request-headers.js';

describe('parseJsonBody', () => {
  it.each([
    [String.raw`"\ud83d\ude00 \uD83D\uDE00 😀"`, '😀 😀 😀'],
    [String.raw`"a\ud800b\udc00c\uDFFF"`, 'a\ufffdb\ufffdc\ufffd'],
    [String.raw`"\ud83d\ud83d\ude00"`, '\ufffd😀'],
    [String.raw`"\\ud800 \n\u0041"`, String.raw`\ud800` + ' \nA'],
    [String.raw`{"\udfff":["\ud8ff"]}`, { '\ufffd': ['\ufffd'] }],
  ])('%s has no half of a surrogate pair', (text, value) => {
    expect(parseJsonBody(Buffer.from(text))).toEqual(value);
  });

  it('reads a deeply nested body', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(parseJsonBody(Buffer.from(deep))).toHaveLength(1);
  });

  it.each([String.raw`"\ud8"`, String.raw`"\ud80g"`, String.raw`"\uD8",1`])(
    '%s is not JSON',
    (text) => {
      expect(() => parseJsonBody(Buffer.from(text))).toThrow(SyntaxError);
    },
  );
});

describe('prefersPdf', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    ['application/pdf', true],
    ['application/pdf, */*;q=0.1', true],
    ['application/json, application/pdf;q=0.9', false],
    ['application/json;q=0.5, application/pdf;q=0.9', true],
    ['application/pdf;q=0', false],
    ['APPLICATION/PDF; Q=0.7', true],
  ])('%s: %s', (accept, expected) => {
    expect(prefersPdf(accept)).toBe(expected);
  });
});

describe('readHeaders', () => {
  it.each([
    [{}, { testMode: false, isAsynchronous: false, idempotencyKey: null, issues: [] }],
    [{ 'svc-test-mode': 'TRUE' }, { testMode: true, issues: [] }],
    [{ 'svc-test-mode': 'false' }, { testMode: false, issues: [] }],
    [{ 'svc-test-mode': '1' }, { issues: [{ field: 'svc-test-mode' }] }],
    [{ prefer: 'wait=10, respond-async' }, { isAsynchronous: true }],
    [{ prefer: 'no-respond-async' }, { isAsynchronous: false }],
    [{ 'idempotency-key': 'a b' }, { idempotencyKey: 'a b', issues: [] }],
    [{ 'idempotency-key': '' }, { issues: [{ field: 'Idempotency-Key' }] }],
    [{ 'idempotency-key': 'x'.repeat(256) }, { issues: [{ field: 'Idempotency-Key' }] }],
    [{ 'idempotency-key': 'é' }, { issues: [{ field: 'Idempotency-Key' }] }],
  ])('%j', (headers, expected) => {
    expect(readHeaders({ headers, headersDistinct: {} })).toMatchObject(expected);
  });
});

describe('readRange', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-4', { first: 0, last: 4 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=8-99', { first: 8, last: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=4-2', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['pages=1-2', 'all'],
  ])('%s of ten bytes', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });
});

it('canonicalJson ignores the order of fields, but not of lists', () => {
  expect(canonicalJson({ b: 1, a: { d: [2, 1], c: 0 } })).toBe('{"a":{"c":0,"d":[2,1]},"b":1}');
});

it('RequestRates counts the last minute of each account and key', () => {
  let now = 0;
  const rates = new RequestRates(null, () => now);
  const account = { id: '1', name: 'office', rate: 2, apiKey: { id: 'a', rate: null } };
  rates.take(account);
  now = 30_000;
  rates.take(account);
  expect(() => rates.take(account)).toThrow('may send 2 requests a minute');
  rates.take({ ...account, id: '2' });
  rates.take({ ...account, rate: null });
  now = 60_001;
  rates.take(account);
  const limited = { ...account, id: '3', apiKey: { id: 'b', rate: 1 } };
  rates.take(limited);
  expect(() => rates.take(limited)).toThrow('The API key b may send 1 request a minute');
  // What the key was refused does not count for the account.
  rates.take({ ...limited, apiKey: { id: 'c', rate: null } });
});
