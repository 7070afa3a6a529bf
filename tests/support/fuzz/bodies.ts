import fc, { type Arbitrary } from 'fast-check';
import { type Schema, type Replacements, valuesOf } from './schema-values.js';

/** Sources that are converted or rejected quickly: none is on another machine. */
const sources = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, unit: 'binary' }).map((text) => `<p>${text}`) },
  { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'http://127.0.0.1:1/',
      'https://[::1]/',
      'http://0x7f.1/',
      'http://10.0.0.1/x',
      'http://user:word@127.0.0.1/',
      'http://',
      'https://:0',
      'HTTP://127.0.0.1:99999/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,<p>x',
    ),
  },
);

const webhooks = fc.constantFrom(
  'http://127.0.0.1:1/',
  'https://[::1]:1/x?y#z',
  'http://10.0.0.1/',
  'http://user:word@127.0.0.1/',
  'http://%',
  'ftp://127.0.0.1/',
);

const replacements: Replacements = new Map<string, Arbitrary<unknown>>([
  ['source', sources],
  ['webhook', webhooks],
]);

/** Valid bodies according to the document. */
export function validBodies(schema: Schema): Arbitrary<unknown> {
  return valuesOf(schema, replacements);
}

const oddNames = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    '',
    '\u0000',
    'Source',
    'sourcе',
    'source.html',
    'margin.top',
    'disableJavascript',
    'timeoutSeconds',
    'saveTo',
    '0',
    '-1',
    '💥',
    '\ud800',
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary' }),
);

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '<p>\u0000</p>',
  '\ud800\udc00\ud800',
  '\u202e\ufeff\u2028',
  '../../etc/passwd.pdf',
  'CON.pdf',
  `${'a'.repeat(300)}.pdf`,
  '{date}.pdf',
  's3://bucket/{name}.pdf',
  's3://bucket//.pdf',
  's3://../x.pdf',
  '1-999999999999999999999',
  '3-1',
  '1,,2',
  '1e5cmx1cm',
  '0mmx0mm',
  '-1cm',
  'NaNpx',
  '١cm',
  'A4\n',
  '${7*7}',
  "'; drop table platen.task; --",
  '%s%n%x',
  'x'.repeat(200_000),
);

const oddNumbers = fc.constantFrom(0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 53, 1e21);

const oddValues = fc.oneof(
  oddTexts,
  oddNumbers,
  fc.constantFrom(null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(oddNumbers, { maxLength: 3 }),
  fc.constantFrom(8, 500).map((depth) => nested(depth)),
  oddNames.map((name) => Object.fromEntries([[name, 1]])),
);

/** Paths at which a value may be replaced. */
const places = [
  'source',
  'compliance',
  'compliance.gdpr',
  'compliance.hipaa',
  'disable_javascript',
  'filename',
  'format',
  'margin',
  'margin.top',
  'margin.left',
  'pages',
  'storage',
  'storage.provider',
  'storage.filename',
  'storage.bucket_destination',
  'webhook',
  'zoom',
  'header_left',
  'pages_per_sheet',
  'single_page',
  'watermark_place',
] as const;

/** Makes one change to a body that usually makes it invalid. */
const changes: Arbitrary<(body: unknown) => unknown> = fc.oneof(
  fc.tuple(fc.constantFrom(...places), oddValues).map(
    ([place, value]) =>
      (body: unknown) =>
        withValue(body, place.split('.'), value),
  ),
  fc.tuple(fc.constantFrom('', 'margin', 'storage', 'compliance'), oddNames, oddValues).map(
    ([place, name, value]) =>
      (body: unknown) =>
        withValue(body, [...(place === '' ? [] : [place]), name], value),
  ),
  fc.constant((body: unknown) => (isObject(body) ? without(body, 'source') : body)),
  fc.constant((body: unknown) => [body]),
  oddValues.map((value) => () => value),
);

/** Invalid bodies, some with several issues. */
export function invalidBodies(schema: Schema): Arbitrary<unknown> {
  const several = fc.array(changes, { minLength: 1, maxLength: 4 });
  return fc
    .tuple(validBodies(schema), several)
    .map(([body, list]) => list.reduce<unknown>((changed, change) => change(changed), body));
}

/** Text that is invalid JSON, or unusual JSON. */
export function brokenTexts(schema: Schema): Arbitrary<Buffer> {
  const texts = validBodies(schema).map((body) => Buffer.from(JSON.stringify(body)));
  const cut = fc
    .tuple(texts, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, part]) => text.subarray(0, Math.floor(text.length * part)));
  const disturbed = fc
    .tuple(texts, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([text, at, bytes]) => {
      const copy = Buffer.from(text);
      copy.set(bytes.subarray(0, copy.length), at % Math.max(1, copy.length - bytes.length));
      return copy;
    });
  const odd = fc.constantFrom(
    '',
    '\ufeff{}',
    'NaN',
    'undefined',
    '{"source":"<p>x","source":5}',
    '{"source":"<p>x","zoom":1e999}',
    '{"__proto__":{"source":"<p>x"}}',
    '{"constructor":{"prototype":{"source":"<p>x"}}}',
    "{'source':'<p>x'}",
    '[' + '{"source":"x"},'.repeat(1000) + '0]',
    '['.repeat(200_000),
    '{"margin":'.repeat(20_000),
    ...['source', 'margin', 'margin":{"top', 'filename', 'storage', 'zoom', 'unknown'].map(deep),
    '<?xml version="1.0"?><source/>',
    'source=%3Cp%3Ex',
  );
  return fc.oneof(
    cut,
    disturbed,
    odd.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  );
}

/** A field with more nested lists than a recursive function can process. */
function deep(field: string): string {
  const lists = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  return `{"source":"<p>x","${field}":${lists}${field.includes('{') ? '}' : ''}}`;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function withValue(
  body: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): unknown {
  const entries = isObject(body) ? Object.entries(body) : [];
  const inner = entries.find(([each]) => each === name)?.[1];
  const next = rest.length === 0 ? value : withValue(inner, rest, value);
  // Unlike an assignment, this also creates a field named `__proto__`.
  return Object.fromEntries([...entries.filter(([each]) => each !== name), [name, next]]);
}

function without(body: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
