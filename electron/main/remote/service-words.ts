import type { FieldIssue } from '../../shared/errors.js';
import { shownText } from './hidden-secrets.js';
import { isRecord, jsonOf } from './json.js';
import type { RemoteCall } from './remote-call.js';

/** What a service says about a request that it does not carry out. */
export interface ServiceMessage {
  /** On one line, 300 characters at most; empty if it says nothing. */
  readonly message: string;
  /** By the names that the fields have in Platen. */
  readonly fields: readonly FieldIssue[];
}

/** How much of a page is looked at for its words, in characters. */
const maxPageLength = 16 * 1024;
const maxFields = 50;

/** The service's own words in the body of an error: `error.message`, `message`, `detail` or the like of JSON, the text of HTML, else the text. */
export function serviceMessage(
  type: string,
  body: string,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): ServiceMessage {
  const shown = (text: string) => shownText(text, call);
  const json = jsonOf(body);
  if (isRecord(json)) {
    const fields = issuesIn(json, shown);
    return { message: shown(messageIn(json)), fields };
  }
  const start = body.slice(0, maxPageLength);
  const isPage = /html|xml/.test(type) || /^\s*<(!doctype|html|\?xml)/i.test(start);
  return { message: shown(isPage ? pageText(start) : start), fields: [] };
}

/** Of our own form (`{ error: { code, message, fields } }`), of RFC 9457 (`detail`, `title`), and of what others write. */
function messageIn(json: Readonly<Record<string, unknown>>): string {
  const { error, message, detail, title } = json;
  const inside = isRecord(error) ? error['message'] : error;
  const found = [inside, message, detail, title].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return found ?? '';
}

function issuesIn(
  json: Readonly<Record<string, unknown>>,
  shown: (text: string) => string,
): readonly FieldIssue[] {
  const error = isRecord(json['error']) ? json['error'] : json;
  const fields: unknown = error['fields'];
  if (!Array.isArray(fields)) return [];
  return fields.slice(0, maxFields).flatMap((issue: unknown) => {
    if (!isRecord(issue)) return [];
    const { field, message } = issue;
    if (typeof field !== 'string' || typeof message !== 'string') return [];
    return [{ field: shown(camelCase(field)), message: shown(message) }];
  });
}

/** `storage.bucket_destination` is `storage.bucketDestination` in Platen. */
function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function pageText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(script|style|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (written, name: string) =>
      character(name.toLowerCase(), written),
    );
}

function character(name: string, written: string): string {
  if (!name.startsWith('#')) return entities[name] ?? written;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
