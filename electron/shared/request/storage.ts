import { z } from 'zod';
import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import {
  type PlaceholderValues,
  checkPdfFilename,
  expandFilename,
  expandSegment,
  folderPlaceholder,
  hasPlaceholder,
  placeholderTexts,
  safeSegment,
  unknownPlaceholders,
} from './filename.js';
import { excerpt, valueMessage } from './text.js';
import { parseHttpUrl } from './url.js';
import { checkedText, error, fieldIssue, textField } from './validation.js';

/** The longest key of an object in a bucket, in bytes (Amazon S3, "Naming Amazon S3 objects"). */
export const maxKeyBytes = 1024;

const destinationForm = /^s3:\/\/([^/]*)\/?(.*)$/s;

/** Where an object is: the two parts of an `s3://` URL. */
export interface ObjectLocation {
  readonly bucket: string;
  /** The path in the bucket with the name, unencoded. */
  readonly key: string;
}

/** A bucket destination (the API, section 2.4); locally it may contain placeholders. */
export const destinationSchema = checkedText(
  (input) => message('request.destinationType', { value: valueMessage(input) }),
  bucketDestinationIssue,
);

/** Where the output goes (the API, section 2.4): the service's storage, or the user's bucket. */
export const storageSchema = z.discriminatedUnion(
  'provider',
  [
    z.strictObject({
      provider: z.literal('service').default('service'),
      filename: checkedText(
        (input) => message('request.storageFilenameType', { value: valueMessage(input) }),
        checkPdfFilename,
      ).optional(),
    }),
    z.strictObject({
      provider: z.literal('object_store'),
      bucketDestination: destinationSchema,
    }),
  ],
  { error: error(storageTypeIssue) },
);

/** The URL to notify of the end of a conversion (the API, section 2.1). */
export const webhookSchema = textField(
  (input) => message('request.webhookType', { value: valueMessage(input) }),
  (text) => parseHttpUrl(text, message('request.webhookName')),
);

function storageTypeIssue(input: unknown): Message {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return message('request.storageType', { value: valueMessage(input) });
  }
  const provider: unknown = 'provider' in input ? input.provider : undefined;
  return message('request.storageProvider', { value: valueMessage(provider) });
}

/** Of a valid destination, with its placeholders filled in. */
export function objectLocation(destination: string, values: PlaceholderValues): ObjectLocation {
  const [, bucket = '', key = ''] = destinationForm.exec(destination) ?? [];
  return { bucket, key: filledKey(key, values) };
}

export function filledKey(key: string, values: PlaceholderValues): string {
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  const folders = segments.flatMap((segment) =>
    segment === folderPlaceholder
      ? (values.folders ?? []).map(safeSegment)
      : [expandSegment(segment, values)],
  );
  return [...folders, expandFilename(name, values)].join('/');
}

/** `s3://bucket/path/name.pdf` */
export function s3Uri({ bucket, key }: ObjectLocation): string {
  return `s3://${bucket}/${key}`;
}

/** Of a key that became too long when its placeholders were filled in. */
export function keyLengthIssue(uri: string, key: string): Message | null {
  const params = lengthExcess(uri, key);
  return params && message('request.filledDestinationTooLong', params);
}

/** Of a destination for a service that needs the title before it is known. */
export function unknownTitleIssue(destination: string): Message | null {
  if (!hasPlaceholder(destination, 'title')) return null;
  return message('request.destinationTitle', { destination: excerpt(destination) });
}

export function hasDestinationPlaceholder(destination: string): boolean {
  return hasPlaceholder(destination) || destination.split('/').includes(folderPlaceholder);
}

/**
 * The API (section 2.4) has no placeholders.
 * @param field what the issue calls the field
 */
export function destinationPlaceholderIssues(
  field: string,
  destination: string,
): readonly FieldIssue[] {
  if (bucketDestinationIssue(destination) !== null) return [];
  if (!hasDestinationPlaceholder(destination)) return [];
  const params = { destination: excerpt(destination) };
  return [fieldIssue(field, message('request.apiDestination', params))];
}

/**
 * The form is `s3://bucket/path/name.pdf`. The rules for the bucket's name are those of Amazon S3
 * ("Bucket naming rules").
 */
export function bucketDestinationIssue(text: string): Message | null {
  if (text.trim() === '') return message('request.destinationEmpty');
  const destination = excerpt(text);
  const [, bucket, key] = destinationForm.exec(text) ?? [];
  if (bucket === undefined || key === undefined) {
    return message('request.destinationScheme', { destination });
  }
  if (!isBucketName(bucket)) {
    const params = { bucket: excerpt(bucket), rule: message('request.bucketNameRule') };
    return message('request.destinationBucket', { destination, ...params });
  }
  return keyIssue(text, key);
}

/** The path of a destination ends in the name of a PDF. */
export function keyIssue(text: string, key: string): Message | null {
  const destination = excerpt(text);
  if (key === '') return message('request.destinationNoFile', { destination });
  if (key.length > maxPatternLength) return tooLongIssue(text, key);
  // eslint-disable-next-line no-control-regex -- the rule is about control characters
  if (/[\u0000-\u001f\u007f]/.test(key)) {
    return message('request.destinationControl', { destination });
  }
  const segments = key.split('/');
  if (segments.some((segment) => segment === '')) {
    return message('request.destinationEmptyPart', { destination });
  }
  if (segments.some((segment) => segment === '..' || segment === '.')) {
    return message('request.destinationDots', { destination });
  }
  if (!/[^/]\.pdf$/.test(key)) return message('request.destinationEnding', { destination });
  return placeholderIssue(text, key) ?? tooLongIssue(text, key);
}

/** In characters: a key with placeholders may be longer than the key that it becomes. */
const maxPatternLength = 4 * maxKeyBytes;

function tooLongIssue(text: string, key: string): Message | null {
  const params = lengthExcess(text, key);
  return params && message('request.destinationTooLong', params);
}

function placeholderIssue(destination: string, key: string): Message | null {
  const others = key.split('/').filter((segment) => segment !== folderPlaceholder);
  const found = unknownPlaceholders(others.join('/'));
  if (found === null) return null;
  const { unknown, nearest } = found;
  const params = { text: excerpt(destination), unknown };
  const placeholders = [...placeholderTexts, folderPlaceholder];
  return nearest === null
    ? message('request.destinationPlaceholder', { ...params, count: unknown.length, placeholders })
    : message('request.destinationPlaceholderNear', { ...params, nearest });
}

function lengthExcess(destination: string, key: string) {
  const bytes = new TextEncoder().encode(key).length;
  if (bytes <= maxKeyBytes) return null;
  return { destination: excerpt(destination), bytes, max: maxKeyBytes };
}

export function isBucketName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return false;
  return !name.includes('..') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(name);
}
