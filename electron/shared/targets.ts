import { z } from 'zod';
import { bucketProviders } from './bucket-providers.js';
import { isBucketName } from './request/storage.js';
import { labeledText } from './request/validation.js';
import { parseHttpUrl } from './request/url.js';
import { excerpt, quote } from './request/text.js';
import { type Message, message } from './messages/message.js';

/** The one setting of an object's access control that the interface's rule 4.1.2 asks for. */
export const ownerAcl = 'bucket-owner-full-control';

const providerNames = bucketProviders.map(({ name }) => name);

/**
 * How a target proves who writes: with a key whose secret half is kept apart, or with what the
 * machine is set up with.
 */
export const targetCredentialsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('key'),
    accessKeyId: labeledText('The access key', 'text such as "AKIA…"', accessKeyIssue),
  }),
  z.strictObject({
    kind: z.literal('machine'),
    /**
     * Name of a profile in the machine's AWS settings; null: its usual chain (environment, default
     * profile, SSO).
     */
    profile: z.string().trim().min(1).nullable().default(null),
  }),
]);

/** A bucket that PDFs are uploaded to. Its secret key is stored apart: see secrets.ts. */
export const bucketTargetSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: labeledText('The name', 'text such as "papers"', nameIssue),
  provider: z.enum(providerNames),
  /** Address of the service; null: Amazon S3's own for the region. */
  endpoint: checkedEndpoint('The endpoint').nullable().default(null),
  /** Null: as the machine is set up, else us-east-1. */
  region: labeledText('The region', 'text such as "eu-central-1"', regionIssue)
    .nullable()
    .default(null),
  bucket: labeledText('The bucket', 'text such as "my-bucket"', bucketIssue),
  /** The folder in the bucket that uploads start in, such as `reports/2026`; empty: none. */
  prefix: labeledText('The folder', 'text such as "reports/2026"', prefixIssue).default(''),
  /**
   * Whether the bucket is named in the path of an address (`host/bucket/key`) rather than in its
   * host.
   */
  pathStyle: z.boolean().default(false),
  acl: z.literal(ownerAcl).nullable().default(ownerAcl),
  /**
   * Address that a key is put behind to make a link, such as that of a CDN; null: the object's own.
   */
  publicBase: checkedEndpoint('The public address').nullable().default(null),
  /** Full path of a file with certificates (PEM) to trust beside the usual ones. */
  caFile: z.string().min(1).nullable().default(null),
  credentials: targetCredentialsSchema,
});
export type BucketTarget = Readonly<z.infer<typeof bucketTargetSchema>>;

/** What a destination in a target's bucket starts with: `s3://papers/reports/`. */
export function targetFolder({ bucket, prefix }: Pick<BucketTarget, 'bucket' | 'prefix'>): string {
  return prefix === '' ? `s3://${bucket}/` : `s3://${bucket}/${prefix}/`;
}

/**
 * Returns what is wrong with an endpoint that names the bucket too; null if it is valid. With
 * one, all objects would go below the bucket's name, or to a host that does not exist. It is
 * not in the schema, so that targets saved before this rule stay readable.
 */
export function bucketInEndpointIssue({
  endpoint,
  bucket,
  pathStyle,
}: Pick<BucketTarget, 'endpoint' | 'bucket' | 'pathStyle'>): string | null {
  if (endpoint === null || bucket === '' || !URL.canParse(endpoint)) return null;
  const { pathname, hostname } = new URL(endpoint);
  const endsInBucket =
    decodedPath(pathname)
      .split('/')
      .findLast((part) => part !== '') === bucket;
  const beginsWithBucket = !pathStyle && hostname.startsWith(`${bucket}.`);
  if (!endsInBucket && !beginsWithBucket) return null;
  return `The endpoint ${quote(endpoint)} names the bucket ${quote(bucket)}; leave the bucket out here.`;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not every path is percent-encoded text; then it names no bucket, whose letters need no
    // encoding.
    return path;
  }
}

function nameIssue(text: string): string | null {
  if (text.trim() === '') return 'The name is empty; write one such as papers.';
  return text.length > 60 ? 'The name is longer than 60 characters; write a shorter one.' : null;
}

function bucketIssue(text: string): Message | string | null {
  if (text === '') return 'The bucket is empty; write its name, such as my-bucket.';
  if (isBucketName(text)) return null;
  const params = { bucket: excerpt(text), rule: message('request.bucketNameRule') };
  return message('request.bucketName', params);
}

function regionIssue(text: string): string | null {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/i.test(text)) return null;
  return `The region ${quote(text)} cannot be one; write a name such as eu-central-1.`;
}

function accessKeyIssue(text: string): string | null {
  if (text === '') return 'The access key is empty; write one such as AKIAIOSFODNN7EXAMPLE.';
  if (/^[\w.+=@-]{3,128}$/.test(text)) return null;
  // It is not quoted: a secret key that was pasted into the wrong field ends up here.
  return 'The access key cannot be one; it is a word of letters and digits, such as AKIAIOSFODNN7EXAMPLE.';
}

function prefixIssue(text: string): string | null {
  if (text === '') return null;
  const subject = `The folder ${quote(text)}`;
  const segments = text.split('/');
  if (segments.includes('')) {
    return `${subject} has an empty part; write it without slashes at its ends, such as reports/2026.`;
  }
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return `${subject} has a part "." or ".."; write the path in full.`;
  }
  return null;
}

function checkedEndpoint(subject: string) {
  return labeledText(subject, 'an http or https address', (text) => {
    const parsed = parseHttpUrl(text, subject);
    if (!parsed.ok) return parsed.message;
    const { search, hash, username, password } = new URL(parsed.value);
    if (search === '' && hash === '' && username === '' && password === '') return null;
    return `${subject} ${quote(text)} has more than a host and a path; write one such as https://s3.example.org.`;
  });
}
