import { z } from 'zod';
import { checkPdfFilename } from './filename.js';
import { parseHttpAddress } from './address.js';
import { checkedText, textField } from './text-field.js';
import { quote, wrongTypeSentence } from './wording.js';

/** The storage providers of the interface, section 2.4. */
export const storageProviders = ['service', 'object_store'] as const;

/** The longest key of an object in a bucket, in bytes (Amazon S3, "Naming Amazon S3 objects"). */
export const longestKeyBytes = 1024;

const example = 's3://my-bucket/reports/invoice.pdf';

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
      bucketDestination: checkedText(
        'The bucket destination',
        `an address such as "${example}"`,
        bucketDestinationMistake,
      ),
    }),
  ],
  { error: ({ input }) => storageSentence(input) },
);

/** The address that hears of the end of a conversion (the interface, section 2.1). */
export const webhookSchema = textField('The webhook', 'an http or https address', (text) =>
  parseHttpAddress(text, 'The webhook'),
);

/**
 * The mistake in a bucket destination of the form `s3://bucket/path/name.pdf`, in a sentence; null if there is none. The rules for
 * the bucket's name are Amazon S3's ("Bucket naming rules").
 */
export function bucketDestinationMistake(text: string): string | null {
  if (text.trim() === '')
    return `The bucket destination is empty; write an address such as ${example}.`;
  const subject = `The bucket destination ${quote(text)}`;
  const [, bucket, key] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(text) ?? [];
  if (bucket === undefined || key === undefined) {
    return `${subject} does not start with s3://; write an address such as ${example}.`;
  }
  if (!isBucketName(bucket)) {
    return `${subject} names the bucket ${quote(bucket)}; a bucket's name has 3 to 63 small letters, digits, hyphens and dots, and a letter or digit at each end.`;
  }
  return keyMistake(subject, key);
}

function keyMistake(subject: string, key: string): string | null {
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
  const bytes = new TextEncoder().encode(key).length;
  if (bytes > longestKeyBytes) {
    return `${subject} has a path of ${bytes} bytes; the most that a bucket takes is 1,024.`;
  }
  return null;
}

function isBucketName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return false;
  return !name.includes('..') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(name);
}

function storageSentence(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrongTypeSentence('The storage', input, 'an object with a provider');
  }
  const provider: unknown = 'provider' in input ? input.provider : undefined;
  return wrongTypeSentence('The storage provider', provider, 'service or object_store');
}
