import { z } from 'zod';
import { bucketProviders } from './bucket-providers.js';
import { objectSettingsSchema } from './object-settings.js';
import { isBucketName } from './request/storage.js';
import { addIssue, checkedText, nameField } from './request/validation.js';
import { parseHttpUrl } from './request/url.js';
import { excerpt, valueMessage } from './request/text.js';
import { type Message, message } from './messages/message.js';
import type { UploadLocation } from './upload-location.js';
import {
  type FileServer,
  type ServerTarget,
  folderIssue,
  sftpServerSchema,
  sftpTargetSchema,
  webdavServerSchema,
  webdavTargetSchema,
} from './server-targets.js';

/** The ACL that the API requires of objects in a user's bucket (section 4.1.2). */
export const ownerAcl = 'bucket-owner-full-control';

/** Stands for the AWS configuration of this machine where the ID of a target is expected. */
export const machineTarget = 'aws';

const providerNames = bucketProviders.map(({ name }) => name);

/**
 * The credentials of a target: an access key whose secret key is stored separately, or those of
 * the machine.
 */
export const targetCredentialsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('key'),
    accessKeyId: checkedText(
      (input) => message('destinations.accessKeyType', { value: valueMessage(input) }),
      accessKeyIssue,
    ),
  }),
  z.strictObject({
    kind: z.literal('machine'),
    /**
     * A profile of the local AWS configuration; null: its default chain (environment, default
     * profile, SSO).
     */
    profile: z.string().trim().min(1).nullable().default(null),
  }),
]);

const bucketFields = z.strictObject({
  id: z.string().min(1).max(64),
  kind: z.literal('s3'),
  name: nameField(message('destinations.namePlaceholder')),
  provider: z.enum(providerNames),
  /** URL of the service; null: that of Amazon S3 for the region. */
  endpoint: baseUrlField(message('destinations.endpoint')).nullable().default(null),
  /** Null: that of the local AWS configuration, or us-east-1. */
  region: checkedText(
    (input) => message('destinations.regionType', { value: valueMessage(input) }),
    regionIssue,
  )
    .nullable()
    .default(null),
  bucket: checkedText(
    (input) => message('destinations.bucketType', { value: valueMessage(input) }),
    bucketIssue,
  ),
  /** Folder in the bucket, such as `reports/2026`; empty for the top level. */
  prefix: checkedText(
    (input) => message('destinations.folderType', { value: valueMessage(input) }),
    folderIssue,
  ).default(''),
  /** Whether the bucket is in the path of a URL (`host/bucket/key`) rather than in its host. */
  pathStyle: z.boolean().default(false),
  acl: z.literal(ownerAcl).nullable().default(ownerAcl),
  /** Base of links, such as the URL of a CDN; null: the object's own URL. */
  publicBase: baseUrlField(message('destinations.publicUrl')).nullable().default(null),
  /** Full path of a PEM file with additional certificates to trust. */
  caFile: z.string().min(1).nullable().default(null),
  credentials: targetCredentialsSchema,
  /** What uploads request for their objects. */
  object: objectSettingsSchema.optional(),
});

/** A bucket that PDFs are uploaded to. Its secret key is stored separately: see secret-store.ts. */
export const bucketTargetSchema = bucketFields.superRefine(checkEndpoint);
export type BucketTarget = Readonly<z.infer<typeof bucketTargetSchema>>;

/** A place in the settings that PDFs are uploaded to: a bucket or a server. */
export const uploadTargetSchema = z.discriminatedUnion('kind', [
  bucketTargetSchema,
  sftpTargetSchema,
  webdavTargetSchema,
]);
export type UploadTarget = BucketTarget | ServerTarget;

/** A bucket, or a server of buckets, rather than of files. */
export function isBucket<T extends UploadTarget | TargetServer>(
  target: T,
): target is Extract<T, { readonly kind: 's3' }> {
  return target.kind === 's3';
}

/** The server of a target and its credentials, whichever bucket is meant. */
export const bucketServerSchema = bucketFields
  .pick({
    id: true,
    kind: true,
    endpoint: true,
    region: true,
    pathStyle: true,
    caFile: true,
    credentials: true,
  })
  .extend({
    /** Name of the target in messages. */
    name: z.string(),
  })
  .strip();
export type BucketServer = Readonly<z.infer<typeof bucketServerSchema>>;

/** A server of a target and its credentials, whichever bucket or folder is meant. */
export const targetServerSchema = z.discriminatedUnion('kind', [
  bucketServerSchema,
  sftpServerSchema,
  webdavServerSchema,
]);
export type TargetServer = BucketServer | FileServer;

/** A folder in a bucket; an empty prefix is the top level. */
export const bucketFolderSchema = bucketFields.pick({ bucket: true, prefix: true });
export type BucketFolder = Readonly<z.infer<typeof bucketFolderSchema>>;

/** On the server of its bucket, such as `papers/reports`. */
export function bucketPath({ bucket, prefix }: BucketFolder): string {
  return prefix === '' ? bucket : `${bucket}/${prefix}`;
}

/** @param path on the server of the bucket */
export function bucketFolderAt(path: string): BucketFolder {
  const [bucket = '', ...parts] = path.split('/');
  return { bucket, prefix: parts.join('/') };
}

/** The start of a destination: `s3://papers/reports/`. */
export function bucketUri({ bucket, prefix }: BucketFolder): string {
  return prefix === '' ? `s3://${bucket}/` : `s3://${bucket}/${prefix}/`;
}

/**
 * The start of a destination at a target: `s3://papers/reports/`, or
 * `sftp://files.example.org/srv/`, without the user.
 */
export function targetFolder(target: UploadTarget): string {
  if (isBucket(target)) return bucketUri(target);
  const { server, folder } = target;
  return folder === '' ? `${server}/` : `${server}/${folder}/`;
}

/** Where an upload goes once its target is changed. */
export function movedPlace(
  place: UploadLocation,
  before: UploadTarget,
  after: UploadTarget,
): UploadLocation {
  const key = movedKey(place.key, folderIn(before), folderIn(after));
  if (isBucket(after)) return 'bucket' in place ? { bucket: after.bucket, key } : place;
  return 'server' in place ? { server: after.server, key } : place;
}

function folderIn(target: UploadTarget): string {
  return isBucket(target) ? target.prefix : target.folder;
}

function movedKey(key: string, before: string, after: string): string {
  const startOf = (folder: string) => (folder === '' ? '' : `${folder}/`);
  const from = startOf(before);
  return key.startsWith(from) ? startOf(after) + key.slice(from.length) : key;
}

/** The same for the destination of a request, which may contain placeholders. */
export function movedDestination(
  destination: string,
  before: UploadTarget,
  after: UploadTarget,
): string {
  const from = targetFolder(before);
  if (!destination.startsWith(from)) return destination;
  return targetFolder(after) + destination.slice(from.length);
}

/** The path or the host of objects would contain the bucket of the endpoint a second time. */
function checkEndpoint(
  { endpoint, bucket, pathStyle }: z.infer<typeof bucketFields>,
  context: z.RefinementCtx,
): void {
  if (endpoint === null) return;
  const { pathname, hostname } = new URL(endpoint);
  const endsInBucket =
    decodedPath(pathname)
      .split('/')
      .findLast((part) => part !== '') === bucket;
  const beginsWithBucket = !pathStyle && hostname.startsWith(`${bucket}.`);
  if (!endsInBucket && !beginsWithBucket) return;
  const values = { endpoint: excerpt(endpoint), bucket: excerpt(bucket) };
  addIssue(context, message('destinations.endpointWithBucket', values), ['endpoint']);
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A path that can't be decoded is compared as it is: bucket names need no encoding.
    return path;
  }
}

function bucketIssue(text: string): Message | null {
  if (text === '') return message('destinations.bucketEmpty');
  if (isBucketName(text)) return null;
  const params = { bucket: excerpt(text), rule: message('request.bucketNameRule') };
  return message('request.bucketName', params);
}

function regionIssue(text: string): Message | null {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/i.test(text)) return null;
  return message('destinations.regionInvalid', { region: excerpt(text) });
}

function accessKeyIssue(text: string): Message | null {
  if (text === '') return message('destinations.accessKeyEmpty');
  return /^[\w.+=@-]{3,128}$/.test(text) ? null : message('destinations.accessKeyInvalid');
}

function baseUrlField(name: Message) {
  return checkedText(
    (input) => message('destinations.urlType', { name, value: valueMessage(input) }),
    (text) => {
      const parsed = parseHttpUrl(text, name);
      if (!parsed.ok) return parsed.message;
      const { search, hash, username, password } = new URL(parsed.value);
      if (username !== '' || password !== '') return message('request.baseUrlLogin', { name });
      if (search === '' && hash === '') return null;
      return message('request.baseUrlExtra', { name, url: excerpt(text) });
    },
  );
}
