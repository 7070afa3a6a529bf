import { type Message, message } from './messages/message.js';

/** Defaults of a bucket provider for a new target. */
export interface BucketProvider {
  readonly name: string;
  /** A product name, or a message. */
  readonly label: string | Message;
  /** The endpoint, with placeholders in braces that the user replaces; null if none is needed. */
  readonly endpoint: string | null;
  /** The only region; null if the user chooses one. */
  readonly region: string | null;
  readonly pathStyle: boolean;
  /** Whether it supports the ACL that the API requires (section 4.1.2). */
  readonly takesAcl: boolean;
}

/** All providers, the most used first, with the values in their documentation of the S3 API. */
export const bucketProviders = [
  {
    name: 'aws',
    label: 'Amazon S3',
    endpoint: null,
    region: null,
    pathStyle: false,
    takesAcl: true,
  },
  {
    name: 'r2',
    label: 'Cloudflare R2',
    endpoint: 'https://{account}.r2.cloudflarestorage.com',
    region: 'auto',
    pathStyle: true,
    takesAcl: false,
  },
  {
    name: 'b2',
    label: 'Backblaze B2',
    endpoint: 'https://s3.{region}.backblazeb2.com',
    region: null,
    pathStyle: true,
    takesAcl: false,
  },
  {
    name: 'gcs',
    label: 'Google Cloud Storage',
    endpoint: 'https://storage.googleapis.com',
    region: 'auto',
    pathStyle: true,
    takesAcl: true,
  },
  {
    name: 'minio',
    label: 'MinIO',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    pathStyle: true,
    takesAcl: true,
  },
  {
    name: 'ceph',
    label: 'Ceph',
    endpoint: 'https://{host}',
    region: 'us-east-1',
    pathStyle: true,
    takesAcl: true,
  },
  {
    name: 'other',
    label: message('destinations.otherProvider'),
    endpoint: 'https://{host}',
    region: null,
    pathStyle: true,
    takesAcl: true,
  },
] as const satisfies readonly BucketProvider[];

export type BucketProviderName = (typeof bucketProviders)[number]['name'];
