import type { FieldIssue } from '../../../shared/errors.js';
import { linkSecondsSchema } from '../../../shared/link-seconds.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt, nearestName } from '../../../shared/request/text.js';
import { type ObjectSettings, deliveryMetadata, encryptions } from '../../s3/object-settings.js';
import { type ConvertOptions, storageClasses } from './options.js';
import { uploadOptionIssues } from './output.js';

/** What the options for uploaded objects set. */
export interface ObjectTask {
  readonly object?: ObjectSettings;
  readonly linkSeconds?: number;
}

/** The fields of a task that these options set. */
export type ObjectPart = keyof ObjectTask;

const textOptions = [
  'cache-control',
  'content-disposition',
  'storage-class',
  'sse',
  'sse-kms-key-id',
  'link',
] as const;
type TextOption = (typeof textOptions)[number];

const pairOptions = ['object-metadata', 'object-tag'] as const;
type PairOption = (typeof pairOptions)[number];

/** Reads the options for uploaded objects: their headers, metadata, tags and links. */
export function readObjectOptions(parsed: ConvertOptions): {
  readonly task: ObjectTask;
  readonly issues: readonly FieldIssue[];
} {
  const { values, lists } = parsed;
  const given = [
    ...textOptions.filter((option) => values.has(option)),
    ...pairOptions.filter((option) => lists.has(option)),
  ];
  if (given.length === 0) return { task: {}, issues: [] };
  const pairs = {
    'object-metadata': readPairs('object-metadata', parsed),
    'object-tag': readPairs('object-tag', parsed),
  };
  const issues = [
    ...given.flatMap((option) => uploadOptionIssues(option, parsed)),
    ...textOptions.flatMap((option) => textIssues(option, parsed)),
    ...pairs['object-metadata'].issues,
    ...pairs['object-tag'].issues,
  ];
  if (issues.length > 0) return { task: {}, issues };
  const object = objectSettings(parsed, pairs['object-metadata'].pairs, pairs['object-tag'].pairs);
  const seconds = linkSeconds(values.get('link') ?? '');
  const hasSettings = Object.keys(object).length > 0;
  const task = {
    ...(hasSettings && { object }),
    ...(seconds !== null && { linkSeconds: seconds }),
  };
  return { task, issues: [] };
}

function objectSettings({ values }: ConvertOptions, metadata: Pairs, tags: Pairs): ObjectSettings {
  const cacheControl = values.get('cache-control');
  const contentDisposition = values.get('content-disposition');
  const storageClass = values.get('storage-class');
  const encryption = encryptions.find((each) => each === values.get('sse'));
  const kmsKey = values.get('sse-kms-key-id');
  return {
    ...(cacheControl !== undefined && { cacheControl: cacheControl.trim() }),
    ...(contentDisposition !== undefined && { contentDisposition: contentDisposition.trim() }),
    ...(storageClass !== undefined && { storageClass }),
    ...(encryption !== undefined && { encryption }),
    ...(kmsKey !== undefined && { kmsKey }),
    ...(metadata.size > 0 && { metadata: Object.fromEntries(metadata) }),
    ...(tags.size > 0 && { tags: Object.fromEntries(tags) }),
  };
}

function textIssues(option: TextOption, parsed: ConvertOptions): readonly FieldIssue[] {
  const text = parsed.values.get(option);
  if (text === undefined) return [];
  const issue = textChecks[option](text, parsed);
  return issue === null ? [] : [{ field: option, message: issue }];
}

const textChecks: Readonly<
  Record<TextOption, (text: string, parsed: ConvertOptions) => Message | null>
> = {
  'cache-control': cacheControlIssue,
  'content-disposition': contentDispositionIssue,
  'storage-class': storageClassIssue,
  sse: encryptionIssue,
  'sse-kms-key-id': kmsKeyIssue,
  link: linkIssue,
};

/** Characters of a token (RFC 9110, section 5.6.2). */
const token = "[\\w!#$%&'*+.^`|~-]+";
/** Printable characters of US-ASCII between quotes, without escapes. */
const quoted = '"[ !#-\\[\\]-~]*"';

const directives = new RegExp(`^(${directive()})(\\s*,\\s*${directive()})*$`);

function directive(): string {
  return `${token}(?:=(?:${token}|${quoted}))?`;
}

/** Directives whose argument is a number of seconds (RFC 9111, RFC 5861). */
const timedDirectives = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];
const plainDirectives = [
  ...['public', 'private', 'no-cache', 'no-store', 'no-transform', 'immutable'],
  ...['must-revalidate', 'proxy-revalidate', 'must-understand'],
];
const knownDirectives = [...timedDirectives, ...plainDirectives];

function cacheControlIssue(text: string): Message | null {
  const value = excerpt(text);
  if (!directives.test(text.trim())) return message('convert.cacheControlForm', { value });
  for (const [written] of text.matchAll(new RegExp(directive(), 'g'))) {
    const [name = '', argument = ''] = written.toLowerCase().split('=');
    const params = { value, directive: excerpt(written) };
    if (timedDirectives.includes(name)) {
      if (!/^\d{1,10}$/.test(argument)) return message('convert.cacheControlSeconds', params);
    } else if (!plainDirectives.includes(name)) {
      const nearest = nearestName(name, knownDirectives);
      // Others are extensions (RFC 9111, section 5.2.3), which some CDNs have.
      if (nearest !== null) return message('convert.cacheControlNear', { ...params, nearest });
    }
  }
  return null;
}

/** RFC 6266, section 4.1. */
const disposition = new RegExp(
  `^(inline|attachment)(\\s*;\\s*${token}\\s*=\\s*(${token}|${quoted}))*$`,
  'i',
);

function contentDispositionIssue(text: string): Message | null {
  if (disposition.test(text.trim())) return null;
  const value = excerpt(text);
  return isAscii(text)
    ? message('convert.dispositionForm', { value })
    : message('convert.dispositionAscii', { value });
}

function storageClassIssue(text: string): Message | null {
  const value = excerpt(text);
  if (!/^[\w.-]{1,128}$/.test(text)) {
    return message('convert.storageClassForm', { value, classes: { or: storageClasses } });
  }
  const isKnown = storageClasses.some((each) => each === text);
  const nearest = isKnown ? null : nearestName(text.toUpperCase(), storageClasses);
  return nearest === null ? null : message('convert.storageClassNear', { value, nearest });
}

function encryptionIssue(text: string): Message | null {
  if (encryptions.some((each) => each === text)) return null;
  return message('convert.sseUnknown', { value: excerpt(text), choices: { or: encryptions } });
}

function kmsKeyIssue(text: string, { values }: ConvertOptions): Message | null {
  if (!/^[!-~]{1,2048}$/.test(text)) return message('convert.kmsKeyForm', { value: excerpt(text) });
  return values.get('sse') === 'aws:kms' ? null : message('convert.kmsKeyAlone');
}

function linkIssue(text: string): Message | null {
  return linkSeconds(text) === null ? message('convert.linkForm', { value: excerpt(text) }) : null;
}

const secondsPer: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/** Returns the seconds of a time such as 7d; null if it is not one that a link can have. */
function linkSeconds(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (secondsPer.get(unit) ?? Number.NaN);
  return linkSecondsSchema.safeParse(seconds).data ?? null;
}

type Pairs = ReadonlyMap<string, string>;

function readPairs(
  option: PairOption,
  { lists }: ConvertOptions,
): { readonly pairs: Pairs; readonly issues: readonly FieldIssue[] } {
  const pairs = new Map<string, string>();
  const messages: Message[] = [];
  for (const text of lists.get(option) ?? []) {
    const at = text.indexOf('=');
    const written = text.slice(0, Math.max(at, 0)).trim();
    // S3 returns the names of metadata in lower case.
    const name = option === 'object-metadata' ? written.toLowerCase() : written;
    const value = text.slice(at + 1).trim();
    const issue = pairIssue(option, { text, name, value });
    if (issue !== null) messages.push(issue);
    else if (pairs.has(name)) messages.push(message('convert.pairTwice', { option, name }));
    else pairs.set(name, value);
  }
  const limit = messages.length === 0 ? limitIssue(option, pairs) : null;
  const all = limit === null ? messages : [limit];
  return { pairs, issues: all.map((issue) => ({ field: option, message: issue })) };
}

interface Pair {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

function pairIssue(option: PairOption, pair: Pair): Message | null {
  if (pair.name === '') return message('convert.pairForm', { option, text: excerpt(pair.text) });
  return option === 'object-tag' ? tagIssue(pair) : metadataIssue(pair);
}

function metadataIssue({ text, name, value }: Pair): Message | null {
  const params = { text: excerpt(text), name: excerpt(name) };
  if (name.startsWith('x-amz-')) return message('convert.metadataPrefix', params);
  if (!new RegExp(`^${token}$`).test(name)) return message('convert.metadataName', params);
  if (name === deliveryMetadata) return message('convert.metadataReserved', params);
  if (value === '') return message('convert.metadataEmpty', params);
  return isAscii(value) ? null : message('convert.metadataAscii', params);
}

/** Amazon S3, "Object tagging": letters, digits, spaces and these signs. */
const tagText = /^[\p{L}\p{N}\p{Z}_.:/=+@-]*$/u;
const maxTagName = 128;
const maxTagValue = 256;

function tagIssue({ text, name, value }: Pair): Message | null {
  const params = { text: excerpt(text) };
  if (/^aws:/i.test(name)) return message('convert.tagReserved', params);
  if (!tagText.test(name) || !tagText.test(value)) return message('convert.tagCharacters', params);
  if (name.length <= maxTagName && value.length <= maxTagValue) return null;
  return message('convert.tagLength', { ...params, maxName: maxTagName, maxValue: maxTagValue });
}

/** Amazon S3, "Object tagging". */
const maxTags = 10;
/** Amazon S3, "User-defined object metadata": bytes of all names and values. */
const maxMetadata = 2048;
/** What the ID of the delivery takes of it: a UUID. */
const deliveryBytes = deliveryMetadata.length + 36;

function limitIssue(option: PairOption, pairs: Pairs): Message | null {
  if (option === 'object-tag') {
    const count = pairs.size;
    return count > maxTags ? message('convert.tooManyTags', { count, max: maxTags }) : null;
  }
  const size = [...pairs].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const max = maxMetadata - deliveryBytes;
  return size > max ? message('convert.metadataTooLarge', { size, max }) : null;
}

/** Returns true if a text has only printable characters of US-ASCII, as headers require. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
