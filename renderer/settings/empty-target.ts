import type { BucketProviderName } from '@shared/bucket-providers.js';
import type { ServerKind } from '@shared/server-targets.js';

/** What a destination is: a bucket of a provider, or a kind of server. */
export type TargetType = BucketProviderName | ServerKind;

export const emptyTargetForm = {
  id: '',
  name: '',
  /** A {@link TargetType}. */
  type: 'aws',
  caFile: '',

  // Of a bucket:
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  credentials: 'key',
  accessKeyId: '',
  profile: '',
  pathStyle: false,
  setsAcl: true,
  publicBase: '',
  cacheControl: '',
  contentDisposition: '',
  storageClass: '',
  /** Empty: none is requested. */
  encryption: '',
  kmsKey: '',
  /** Lines of the form NAME=VALUE. */
  metadata: '',
  tags: '',

  // Of a server:
  server: '',
  user: '',
  /** Such as `/srv/reports` or `~/reports`. */
  folder: '',
  signIn: 'password',
  keyFile: '',
  hostKey: '',
};

/** The form of a destination of any type, with raw input. The secret isn't part of it. */
export type TargetForm = Readonly<typeof emptyTargetForm>;
