import { z } from 'zod';
import { type Message, literal, message } from './messages/message.js';
import { excerpt, nearestName } from './request/text.js';
import { addIssue } from './request/validation.js';

/** The values of `x-amz-server-side-encryption` that can be requested. */
export const encryptions = ['AES256', 'aws:kms'] as const;

/** Classes of Amazon S3; other servers have their own. */
export const storageClasses = [
  'STANDARD',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  'GLACIER',
  'DEEP_ARCHIVE',
  'REDUCED_REDUNDANCY',
] as const;

/** The metadata with the ID of a delivery; S3 adds the prefix `x-amz-meta-`. */
export const deliveryMetadata = 'platen-delivery';

const textOptions = [
  'cacheControl',
  'contentDisposition',
  'storageClass',
  'encryption',
  'kmsKey',
] as const;
type TextOption = (typeof textOptions)[number];

const pairOptions = ['metadata', 'tags'] as const;
type PairOption = (typeof pairOptions)[number];

/** What an upload can request for its object besides the ACL. */
export const objectOptions = [...textOptions, ...pairOptions] as const;
export type ObjectOption = (typeof objectOptions)[number];

/** How an issue names the options: flags of the command line, or labels of fields. */
export type ObjectOptionName = (option: ObjectOption) => Message;

const labels: Readonly<Record<ObjectOption, Message>> = {
  cacheControl: message('objects.cacheControl'),
  contentDisposition: message('objects.contentDisposition'),
  storageClass: message('objects.storageClass'),
  encryption: message('objects.encryption'),
  kmsKey: message('objects.kmsKey'),
  metadata: message('objects.metadata'),
  tags: message('objects.tags'),
};

/** Its label in the settings. */
export const objectLabel: ObjectOptionName = (option) => labels[option];

/** The options of the command line. */
export const objectFlags = {
  cacheControl: 'cache-control',
  contentDisposition: 'content-disposition',
  storageClass: 'storage-class',
  encryption: 'sse',
  kmsKey: 'sse-kms-key-id',
  metadata: 'object-metadata',
  tags: 'object-tag',
} as const satisfies Readonly<Record<ObjectOption, string>>;

export const objectFlagName: ObjectOptionName = (option) => literal(`--${objectFlags[option]}`);

const pairs = z.record(z.string(), z.string()).readonly().optional();

/** What an upload requests for its object besides the ACL. All of it is valid. */
export const objectSettingsSchema = z
  .strictObject({
    cacheControl: z.string().optional(),
    contentDisposition: z.string().optional(),
    storageClass: z.string().optional(),
    encryption: z.enum(encryptions).optional(),
    /** Key of `aws:kms`; absent: that of the account. */
    kmsKey: z.string().optional(),
    /** Names without `x-amz-meta-`. */
    metadata: pairs,
    tags: pairs,
  })
  .superRefine((settings, context) => {
    for (const { option, message: issue } of issuesOf(settings, objectLabel)) {
      addIssue(context, issue, [option]);
    }
  });
export type ObjectSettings = Readonly<z.infer<typeof objectSettingsSchema>>;

type Texts = Readonly<Partial<Record<TextOption, string | undefined>>>;
type Pairs = Readonly<Record<string, string>>;

/** Settings as written: absent without an option; pairs have the form `NAME=VALUE`. */
export type WrittenObjectSettings = Texts &
  Readonly<Partial<Record<PairOption, readonly string[] | undefined>>>;

/** An invalid option. */
export interface ObjectIssue {
  readonly option: ObjectOption;
  readonly message: Message;
}

/** The settings are valid if there are no issues. */
export function readObjectSettings(
  written: WrittenObjectSettings,
  nameOf: ObjectOptionName,
): { readonly settings: ObjectSettings; readonly issues: readonly ObjectIssue[] } {
  const texts: Texts = Object.fromEntries(
    textOptions.flatMap((option) => {
      const text = written[option]?.trim();
      return text === undefined ? [] : [[option, text]];
    }),
  );
  const read = pairOptions.map((option) => readPairs(option, written[option] ?? [], nameOf));
  const lists: Pick<Candidate, PairOption> = Object.fromEntries(
    read.flatMap(({ option, found }) =>
      found.size === 0 ? [] : [[option, Object.fromEntries(found)]],
    ),
  );
  const { encryption, ...others } = { ...texts, ...lists };
  const known = encryptions.find((each) => each === encryption);
  const issues = [
    ...read.flatMap((each) => each.issues),
    ...issuesOf({ ...others, encryption }, nameOf),
  ];
  return {
    settings: { ...others, ...(known !== undefined && { encryption: known }) },
    issues: objectOptions.flatMap((option) => issues.filter((issue) => issue.option === option)),
  };
}

export function writtenObjectSettings({
  metadata,
  tags,
  ...texts
}: ObjectSettings): WrittenObjectSettings {
  const lines = (pairsOf: Pairs = {}) => Object.entries(pairsOf).map((pair) => pair.join('='));
  return { ...texts, metadata: lines(metadata), tags: lines(tags) };
}

/** Option by option. Another kind of encryption also overrides the key. */
export function overriddenSettings(
  { kmsKey, ...base }: ObjectSettings,
  overrides: ObjectSettings,
): ObjectSettings {
  const keepsKey = kmsKey !== undefined && overrides.encryption === undefined;
  return { ...base, ...(keepsKey && { kmsKey }), ...overrides };
}

/** Without encryption there is no key either. */
export function clearedSettings(
  settings: ObjectSettings,
  cleared: readonly ObjectOption[],
): ObjectSettings {
  const removed = new Set<string>(cleared);
  if (removed.has('encryption')) removed.add('kmsKey');
  const kept = Object.entries(settings).filter(([option]) => !removed.has(option));
  return objectSettingsSchema.parse(Object.fromEntries(kept));
}

/** Settings whose texts have not been checked. */
type Candidate = Texts & Readonly<Partial<Record<PairOption, Pairs | undefined>>>;

function issuesOf(settings: Candidate, nameOf: ObjectOptionName): readonly ObjectIssue[] {
  const texts = textOptions.flatMap((option) => {
    const text = settings[option];
    if (text === undefined) return [];
    const issue = textChecks[option](text, nameOf(option), { settings, nameOf });
    return issue === null ? [] : [{ option, message: issue }];
  });
  return [
    ...texts,
    ...pairOptions.flatMap((option) => pairIssues(option, settings, nameOf(option))),
  ];
}

interface TextContext {
  readonly settings: Candidate;
  readonly nameOf: ObjectOptionName;
}

const textChecks: Readonly<
  Record<TextOption, (text: string, option: Message, context: TextContext) => Message | null>
> = {
  cacheControl: cacheControlIssue,
  contentDisposition: dispositionIssue,
  storageClass: storageClassIssue,
  encryption: encryptionIssue,
  kmsKey: kmsKeyIssue,
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

function cacheControlIssue(text: string, option: Message): Message | null {
  const value = excerpt(text);
  if (!directives.test(text)) return message('objects.cacheControlForm', { option, value });
  for (const [written] of text.matchAll(new RegExp(directive(), 'g'))) {
    const [name = '', argument = ''] = written.toLowerCase().split('=');
    const params = { option, value, directive: excerpt(written) };
    if (timedDirectives.includes(name)) {
      if (!/^\d{1,10}$/.test(argument)) return message('objects.cacheControlSeconds', params);
    } else if (!plainDirectives.includes(name)) {
      const nearest = nearestName(name, knownDirectives);
      // Others are extensions (RFC 9111, section 5.2.3), which some CDNs have.
      if (nearest !== null) return message('objects.cacheControlNear', { ...params, nearest });
    }
  }
  return null;
}

/** RFC 6266, section 4.1. */
const disposition = new RegExp(
  `^(inline|attachment)(\\s*;\\s*${token}\\s*=\\s*(${token}|${quoted}))*$`,
  'i',
);

function dispositionIssue(text: string, option: Message): Message | null {
  if (disposition.test(text)) return null;
  const params = { option, value: excerpt(text) };
  return isAscii(text)
    ? message('objects.dispositionForm', params)
    : message('objects.dispositionAscii', params);
}

function storageClassIssue(text: string, option: Message): Message | null {
  const params = { option, value: excerpt(text) };
  if (!/^[\w.-]{1,128}$/.test(text)) {
    return message('objects.storageClassForm', { ...params, classes: { or: storageClasses } });
  }
  const isKnown = storageClasses.some((each) => each === text);
  const nearest = isKnown ? null : nearestName(text.toUpperCase(), storageClasses);
  return nearest === null ? null : message('objects.storageClassNear', { ...params, nearest });
}

function encryptionIssue(text: string, option: Message): Message | null {
  if (encryptions.some((each) => each === text)) return null;
  const params = { option, value: excerpt(text), choices: { or: encryptions } };
  return message('objects.encryptionUnknown', params);
}

function kmsKeyIssue(
  text: string,
  option: Message,
  { settings, nameOf }: TextContext,
): Message | null {
  if (!/^[!-~]{1,2048}$/.test(text)) {
    return message('objects.kmsKeyForm', { option, value: excerpt(text) });
  }
  if (settings.encryption === 'aws:kms') return null;
  return message('objects.kmsKeyAlone', { option, encryption: nameOf('encryption') });
}

function readPairs(
  option: PairOption,
  lines: readonly string[],
  nameOf: ObjectOptionName,
): {
  readonly option: PairOption;
  readonly found: ReadonlyMap<string, string>;
  readonly issues: readonly ObjectIssue[];
} {
  const found = new Map<string, string>();
  const issues: Message[] = [];
  for (const text of lines) {
    const at = text.indexOf('=');
    const written = text.slice(0, Math.max(at, 0)).trim();
    // S3 returns the names of metadata in lower case.
    const name = option === 'metadata' ? written.toLowerCase() : written;
    if (name === '') {
      issues.push(message('objects.pairForm', { option: nameOf(option), text: excerpt(text) }));
    } else if (found.has(name)) {
      issues.push(message('objects.pairTwice', { option: nameOf(option), name: excerpt(name) }));
    } else {
      found.set(name, text.slice(at + 1).trim());
    }
  }
  return { option, found, issues: issues.map((issue) => ({ option, message: issue })) };
}

interface Pair {
  readonly text: string;
  readonly name: string;
  readonly value: string;
}

function pairIssues(
  option: PairOption,
  settings: Candidate,
  label: Message,
): readonly ObjectIssue[] {
  const all = Object.entries(settings[option] ?? {}).map(([name, value]) => ({
    text: `${name}=${value}`,
    name,
    value,
  }));
  const [check, limit] = option === 'tags' ? [tagIssue, tagLimit] : [metadataIssue, metadataLimit];
  const wrong = all.map((pair) => check(pair, label)).filter((issue) => issue !== null);
  const found = wrong.length > 0 ? wrong : [limit(all, label)].filter((issue) => issue !== null);
  return found.map((issue) => ({ option, message: issue }));
}

function metadataIssue({ text, name: written, value }: Pair, option: Message): Message | null {
  const name = written.toLowerCase();
  const params = { option, text: excerpt(text), name: excerpt(name) };
  if (name.startsWith('x-amz-')) return message('objects.metadataPrefix', params);
  if (!new RegExp(`^${token}$`).test(name)) return message('objects.metadataName', params);
  if (name === deliveryMetadata) return message('objects.metadataReserved', params);
  if (value === '') return message('objects.metadataEmpty', params);
  return isAscii(value) ? null : message('objects.metadataAscii', params);
}

/** Amazon S3, "User-defined object metadata": bytes of all names and values. */
const maxMetadata = 2048;
/** What the ID of the delivery takes of it: a UUID. */
const deliveryBytes = deliveryMetadata.length + 36;

function metadataLimit(all: readonly Pair[], option: Message): Message | null {
  const size = all.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const max = maxMetadata - deliveryBytes;
  return size > max ? message('objects.metadataTooLarge', { option, size, max }) : null;
}

/** Amazon S3, "Object tagging": letters, digits, spaces and these signs. */
const tagText = /^[\p{L}\p{N}\p{Z}_.:/=+@-]*$/u;
const maxTagName = 128;
const maxTagValue = 256;
export const maxTags = 10;

function tagIssue({ text, name, value }: Pair, option: Message): Message | null {
  const params = { option, text: excerpt(text) };
  if (/^aws:/i.test(name)) return message('objects.tagReserved', params);
  if (!tagText.test(name) || !tagText.test(value)) return message('objects.tagCharacters', params);
  if (name !== '' && name.length <= maxTagName && value.length <= maxTagValue) return null;
  return message('objects.tagLength', { ...params, maxName: maxTagName, maxValue: maxTagValue });
}

function tagLimit({ length: count }: readonly Pair[], option: Message): Message | null {
  return count > maxTags ? message('objects.tooManyTags', { option, count, max: maxTags }) : null;
}

/** Only printable characters, as headers require. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
