import type { IncomingMessage } from 'node:http';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';

/** The API's header of test mode (section 4.1). */
const testModeHeader = 'svc-test-mode';
const idempotencyHeader = 'idempotency-key';

const maxKeyLength = 255;

export interface HeaderOptions {
  readonly testMode: boolean;
  /** `Prefer: respond-async` (RFC 7240, section 4.1). */
  readonly isAsynchronous: boolean;
  readonly idempotencyKey: string | null;
  /** Whether the client prefers the PDF to the JSON about it. */
  readonly wantsPdf: boolean;
  readonly issues: readonly FieldIssue[];
}

/** Some may be repeated. */
export function readHeaders({
  headers,
  headersDistinct,
}: Pick<IncomingMessage, 'headers' | 'headersDistinct'>): HeaderOptions {
  const testMode = valueOf(headers[testModeHeader])?.toLowerCase();
  const key = valueOf(headers[idempotencyHeader]);
  const issueOfTestMode = testMode === undefined ? null : testModeIssue(testMode);
  const issueOfKey =
    key === undefined ? null : keyIssue(key, headersDistinct[idempotencyHeader]?.length);
  return {
    testMode: testMode === 'true',
    isAsynchronous: /(^|[,;\s])respond-async([,;\s]|$)/i.test(valueOf(headers['prefer']) ?? ''),
    idempotencyKey: key ?? null,
    wantsPdf: prefersPdf(headers.accept),
    issues: [issueOfTestMode, issueOfKey].filter((issue) => issue !== null),
  };
}

function testModeIssue(value: string): FieldIssue | null {
  if (value === 'true' || value === 'false') return null;
  return {
    field: testModeHeader,
    message: message('service.testModeHeader', { header: testModeHeader, value: excerpt(value) }),
  };
}

function keyIssue(key: string, count = 1): FieldIssue | null {
  const header = 'Idempotency-Key';
  const issue = (text: Message): FieldIssue => ({ field: header, message: text });
  if (count > 1) return issue(message('service.headerRepeated', { count, header }));
  if (key === '') return issue(message('service.keyEmpty', { header }));
  if (!/^[\x20-\x7e]+$/.test(key)) return issue(message('service.keyNotAscii', { header }));
  const { length } = key;
  if (length <= maxKeyLength) return null;
  return issue(message('service.keyTooLong', { header, length, max: maxKeyLength }));
}

/** Whether `Accept` prefers PDF to JSON (RFC 9110, section 12.5.1). */
export function prefersPdf(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return qualityOf(accept, 'application/pdf') > qualityOf(accept, 'application/json');
}

/** From the range of the type, else `application/*`, else any type, else 0. */
function qualityOf(accept: string, type: string): number {
  const ranges = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = weight === undefined ? 1 : Number.parseFloat(weight);
    ranges.set(range, Number.isNaN(quality) ? 0 : quality);
  }
  return ranges.get(type) ?? ranges.get('application/*') ?? ranges.get('*/*') ?? 0;
}

function valueOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : header?.join(', ').trim();
}
