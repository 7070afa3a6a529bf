import type { FieldIssue } from '../errors.js';
import { z } from 'zod';
import {
  type PlaceholderValues,
  checkPdfFilename,
  expandFilename,
  expandSegment,
  hasPlaceholder,
  placeholderIssue,
} from './filename.js';
import { quote, wrongTypeSentence } from './text.js';
import { parseHttpUrl } from './url.js';
import { checkedText, textField } from './validation.js';

/** The longest key of an object in a bucket, in bytes (Amazon S3, "Naming Amazon S3 objects"). */
export const maxKeyBytes = 1024;

const example = 's3://my-bucket/reports/invoice.pdf';

const destinationForm = /^s3:\/\/([^/]*)\/?(.*)$/s;

/** What the two parts of a destination are. */
export interface ObjectLocation {
  readonly bucket: string;
  /** The path in the bucket, with the name, unencoded. */
  readonly key: string;
}

/** A bucket destination (the interface, section 2.4); on this computer it may hold placeholders, as in `s3://b/{date}/{name}.pdf`. */
export const destinationSchema = checkedText(
  'The bucket destination',
  `an address such as "${example}"`,
  bucketDestinationIssue,
);

/** The parts of a destination that {@link destinationSchema} has checked, with what its placeholders stand for. */
export function objectLocation(destination: string, values: PlaceholderValues): ObjectLocation {
  const { bucket, key } = partsOf(destination);
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  const folders = segments.map((segment) => expandSegment(segment, values));
  return { bucket, key: [...folders, expandFilename(name, values)].join('/') };
}

/** A place as it is written: `s3://bucket/path/name.pdf`. */
export function s3Uri({ bucket, key }: ObjectLocation): string {
  return `s3://${bucket}/${key}`;
}

/** The mistake of a place whose path has become too long as its placeholders were filled in, in a sentence; null if there is none. */
export function keyLengthIssue(place: ObjectLocation): string | null {
  return lengthIssue(
    `The bucket destination ${quote(s3Uri(place))}, as it is filled in,`,
    place.key,
  );
}

/** The mistake of a destination that a service is to use although nobody knows yet what its title stands for; null if it has none. */
export function unknownTitleIssue(destination: string): string | null {
  if (!hasPlaceholder(destination, 'title')) return null;
  return `The bucket destination ${quote(destination)} has the page's title in it, which is not known before a service makes the PDF; use {name} or {n} in its place.`;
}

/** The mistake of placeholders in a destination, for which the interface (section 2.4) has no form; none if there are none. @param field what it is called */
export function destinationPlaceholderIssues(
  field: string,
  destination: string,
): readonly FieldIssue[] {
  if (bucketDestinationIssue(destination) !== null || !hasPlaceholder(destination)) return [];
  const message = `The interface knows no placeholders in a bucket destination; write the place itself in place of ${quote(destination)}.`;
  return [{ field, message }];
}

/**
 * The mistake in a bucket destination of the form `s3://bucket/path/name.pdf`, in a sentence; null if there is none. The rules for
 * the bucket's name are Amazon S3's ("Bucket naming rules").
 */
export function bucketDestinationIssue(text: string): string | null {
  if (text.trim() === '')
    return `The bucket destination is empty; write an address such as ${example}.`;
  const subject = `The bucket destination ${quote(text)}`;
  const [, bucket, key] = destinationForm.exec(text) ?? [];
  if (bucket === undefined || key === undefined) {
    return `${subject} does not start with s3://; write an address such as ${example}.`;
  }
  if (!isBucketName(bucket)) {
    return `${subject} names the bucket ${quote(bucket)}; ${bucketNameRule}`;
  }
  return keyIssue(subject, key);
}

function keyIssue(subject: string, key: string): string | null {
  if (key === '')
    return `${subject} names no file in the bucket; write an address such as ${example}.`;
  // eslint-disable-next-line no-control-regex -- the rule is about control characters
  if (/[\u0000-\u001f\u007f]/.test(key))
    return `${subject} holds a control character; take it out.`;
  const segments = key.split('/');
  if (segments.some((segment) => segment === '')) {
    return `${subject} has an empty part between two slashes or at its end; take the extra slash out.`;
  }
  if (segments.some((segment) => segment === '..' || segment === '.')) {
    return `${subject} has a part "." or ".."; write the path in full.`;
  }
  if (!/[^/]\.pdf$/.test(key))
    return `${subject} does not end in the name of a .pdf file; write an address such as ${example}.`;
  const unknown = placeholderIssue(key, subject);
  if (unknown !== null) return unknown;
  return lengthIssue(subject, key);
}

function lengthIssue(subject: string, key: string): string | null {
  const bytes = new TextEncoder().encode(key).length;
  if (bytes <= maxKeyBytes) return null;
  return `${subject} has a path of ${bytes} bytes; the most that a bucket takes is 1,024.`;
}

/** What a bucket may be called, as the end of a sentence (Amazon S3, "Bucket naming rules"). */
export const bucketNameRule =
  "a bucket's name has 3 to 63 small letters, digits, hyphens and dots, and a letter or digit at each end.";

/** Whether a bucket may be called that. */
export function isBucketName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return false;
  return !name.includes('..') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(name);
}

function partsOf(destination: string): ObjectLocation {
  const [, bucket = '', key = ''] = destinationForm.exec(destination) ?? [];
  return { bucket, key };
}

/** Where the output goes (the interface, section 2.4): the service's own storage, or the caller's bucket. */
export const storageSchema = z.discriminatedUnion(
  'provider',
  [
    z.strictObject({
      provider: z.literal('service').default('service'),
      filename: checkedText(
        'The storage file name',
        'text such as "invoice.pdf"',
        checkPdfFilename,
      ).optional(),
    }),
    z.strictObject({
      provider: z.literal('object_store'),
      bucketDestination: destinationSchema,
    }),
  ],
  { error: ({ input }) => storageSentence(input) },
);

/** The address that hears of the end of a conversion (the interface, section 2.1). */
export const webhookSchema = textField('The webhook', 'an http or https address', (text) =>
  parseHttpUrl(text, 'The webhook'),
);

function storageSentence(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrongTypeSentence('The storage', input, 'an object with a provider');
  }
  const provider: unknown = 'provider' in input ? input.provider : undefined;
  return wrongTypeSentence('The storage provider', provider, 'service or object_store');
}
