import type { RecordedRequest } from './recording-server.js';

const formats = 'letter legal tabloid ledger a0 a1 a2 a3 a4 a5 a6'.split(' ');
const length = String.raw`\d+(\.\d+)?(px|cm|mm|in)`;

/**
 * What each field of the interface's body must be (sections 2.1 to 2.4), read off the document by
 * itself: nothing of Platen's own is used here.
 */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  source: (value) => typeof value === 'string' && value.trim() !== '',
  compliance: fields({ gdpr: isBoolean, hipaa: isBoolean }),
  disable_javascript: isBoolean,
  filename: matches(/^[A-Za-z0-9_.-]+\.pdf$/),
  format: (value) =>
    typeof value === 'string' &&
    (formats.includes(value) || new RegExp(`^${length}x${length}$`).test(value)),
  margin: fields({
    top: matches(new RegExp(`^${length}$`)),
    right: matches(new RegExp(`^${length}$`)),
    bottom: matches(new RegExp(`^${length}$`)),
    left: matches(new RegExp(`^${length}$`)),
  }),
  pages: matches(/^(\d+-\d+|\d+(,\d+)*)$/),
  storage: (value) => isServiceStorage(value) || isBucketStorage(value),
  webhook: matches(/^https?:\/\/\S+$/),
  // It is called an integer, and yet "values below 1 zoom out".
  zoom: (value) => typeof value === 'number' && value > 0,
};

const isServiceStorage = fields({
  provider: (value) => value === 'service',
  filename: matches(/^[A-Za-z0-9_.-]+\.pdf$/),
});
const isBucketStorage = fields({
  provider: (value) => value === 'object_store',
  bucket_destination: matches(/^[a-z0-9]+:\/\/[^/{}]+\/[^{}]+\.pdf$/),
});

/**
 * All that is wrong with a request by the letter of the interface (sections 2, 4.1 and 5); empty if
 * it is right.
 */
export function issuesIn(request: RecordedRequest, login: string | null): readonly string[] {
  const { method, path, headers, body } = request;
  const issues: string[] = [];
  const check = (isRight: boolean, what: string) => {
    if (!isRight) issues.push(what);
  };
  check(method === 'POST', `method ${method}`);
  check(path === '/v1/pdf', `path ${path}`);
  check(headers['content-type'] === 'application/json', `type ${headers['content-type'] ?? ''}`);
  const expected = login === null ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  check(headers.authorization === expected, 'authorization');
  check([undefined, 'true', 'false'].includes(textOf(headers['svc-test-mode'])), 'svc-test-mode');
  check(Number(headers['content-length']) === body.length, 'content-length');
  const json = jsonOf(body);
  if (!isRecord(json)) return [...issues, 'body'];
  check('source' in json, 'source is missing');
  for (const [name, value] of Object.entries(json)) {
    check(rules[name]?.(value) ?? false, `${name}: ${JSON.stringify(value).slice(0, 100)}`);
  }
  return issues;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join() : value;
}

function fields(known: Readonly<Record<string, (value: unknown) => boolean>>) {
  return (value: unknown): boolean =>
    isRecord(value) && Object.entries(value).every(([name, each]) => known[name]?.(each) ?? false);
}

function matches(pattern: RegExp) {
  return (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
