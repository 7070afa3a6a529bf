/** What is known of a provider of buckets: it fills in a new target. */
export interface BucketProvider {
  readonly name: string;
  readonly label: string;
  /** The endpoint, with what the user must fill in in braces; null where none is needed. */
  readonly endpoint: string | null;
  /** The only region; null if the user chooses one. */
  readonly region: string | null;
  readonly pathStyle: boolean;
  /** Whether it takes the access control that the interface's rule 4.1.2 asks for. */
  readonly takesAcl: boolean;
}

/**
 * The providers of the list, the most used first. Their own documentation of the S3 interface is
 * the source of each line.
 */
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
    label: 'Other',
    endpoint: 'https://{host}',
    region: null,
    pathStyle: true,
    takesAcl: true,
  },
] as const satisfies readonly BucketProvider[];

export type BucketProviderName = (typeof bucketProviders)[number]['name'];
