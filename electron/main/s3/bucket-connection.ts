import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { readCertificates } from '../network/certificates.js';
import type { BucketAccess } from './bucket-access.js';
import { objectAddress } from './object-key.js';
import { defaultLimits, RequestTransport, type TransportLimits } from './request-transport.js';
import { TransportFault } from './s3-fault.js';

/** A client for one bucket. The caller closes it. */
export interface BucketConnection {
  readonly s3: S3;
  readonly bucket: string;
  /** The region that requests are signed for. */
  readonly region: string;
  /** Returns the URL of an object (the API, section 2.5). */
  readonly addressOf: (key: string) => string;
  /** Returns the bytes of objects that were sent. */
  readonly sent: () => number;
  readonly close: () => void;
}

export interface ConnectionOptions {
  readonly encryptedOnly?: boolean;
  readonly onSent?: (bytes: number) => void;
  readonly limits?: TransportLimits;
}

/**
 * Creates a client for a bucket; nothing is sent yet. Its settings work with all known servers:
 * only requested checksums, and three retries after a broken connection.
 * @throws TransportFault for invalid settings
 */
export async function connectTo(
  access: BucketAccess,
  bucket: string,
  {
    encryptedOnly = false,
    onSent = () => undefined,
    limits = defaultLimits,
  }: ConnectionOptions = {},
): Promise<BucketConnection> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const ca = await trustedCertificates(access.caFile);
  const settings = await placeSettings(access);
  let sent = 0;
  const count = (bytes: number) => onSent((sent = bytes));
  const s3 = new S3({
    ...settings,
    credentials: await credentialsOf(access),
    requestHandler: new RequestTransport({ ...limits, ca, encryptedOnly, onSent: count }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    retryMode: 'standard',
  });
  signWithoutBodyHash(s3);
  const base = await bucketAddress(s3, bucket, settings);
  return {
    s3,
    bucket,
    region: settings.region,
    addressOf: (key) => objectAddress(access.publicBase ?? base, key),
    sent: () => sent,
    close: () => s3.destroy(),
  };
}

interface PlaceSettings {
  readonly region: string;
  readonly endpoint?: string;
  readonly useFipsEndpoint?: false;
  readonly useDualstackEndpoint?: false;
  readonly forcePathStyle: boolean;
  readonly ignoreConfiguredEndpointUrls: true;
}

/**
 * Returns where the bucket is. The endpoint of the machine's configuration is used only with its
 * credentials; the user's key must not go to another server.
 */
async function placeSettings(access: BucketAccess): Promise<PlaceSettings> {
  const { endpoint, region, credentials, pathStyle } = access;
  const isMachine = credentials.kind === 'machine';
  const needsMachineSettings = region === null || (isMachine && endpoint === null);
  const machine = needsMachineSettings
    ? await machineSettings(isMachine ? credentials.profile : null)
    : null;
  const configured = isMachine && endpoint === null ? (machine?.endpoint ?? null) : null;
  const address = endpoint ?? configured;
  return {
    region: region ?? machine?.region ?? defaultRegion,
    // As the AWS command line does: such a server rarely has a host name for each bucket.
    forcePathStyle: pathStyle || configured !== null,
    ignoreConfiguredEndpointUrls: true,
    // The SDK rejects an endpoint together with these two, which apply to Amazon's endpoints only.
    ...(address !== null && {
      endpoint: address,
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
    }),
  };
}

async function credentialsOf({
  credentials,
}: BucketAccess): Promise<NonNullable<S3ClientConfig['credentials']>> {
  if (credentials.kind === 'key') {
    const { accessKeyId, secretAccessKey } = credentials;
    return { accessKeyId, secretAccessKey };
  }
  const { profile } = credentials;
  const { fromNodeProviderChain } = await import('@aws-sdk/credential-providers');
  const chain = fromNodeProviderChain(profile === null ? {} : { profile });
  return async () => {
    try {
      return await chain();
    } catch (cause) {
      throw new TransportFault('no-credentials', {
        ...(profile !== null && { subject: profile }),
        cause,
      });
    }
  };
}

/** Returns the URL of the bucket by the SDK's own rules, as requests use it. */
async function bucketAddress(s3: S3, bucket: string, settings: PlaceSettings): Promise<string> {
  const { config } = s3;
  const { url } = config.endpointProvider({
    Bucket: bucket,
    Region: settings.region,
    ForcePathStyle: settings.forcePathStyle,
    UseFIPS: await config.useFipsEndpoint(),
    UseDualStack: await config.useDualstackEndpoint(),
    ...(settings.endpoint !== undefined && { Endpoint: settings.endpoint }),
  });
  return url.href;
}

/**
 * Reads certificates to trust in addition to the default ones.
 * @param caFile full path of a PEM file; null: none
 * @throws TransportFault `certificates` if the file is unreadable or has none
 */
async function trustedCertificates(caFile: string | null): Promise<readonly string[] | undefined> {
  if (caFile === null) return undefined;
  try {
    const found = await readCertificates(caFile);
    if (found.length > 0) return found;
  } catch (cause) {
    throw new TransportFault('certificates', { subject: caFile, cause });
  }
  throw new TransportFault('certificates', { subject: caFile });
}

const digestHeader = 'content-md5';
const hashHeader = 'x-amz-content-sha256';

/**
 * Omits the hash of a body from its signature if TLS and the signed Content-MD5 protect it: a
 * second hash takes as long as sending over a fast connection. The AWS command line does the same
 * (Amazon S3, "Signature calculations for the Authorization header": unsigned payload option).
 */
function signWithoutBodyHash({ middlewareStack }: S3): void {
  middlewareStack.add(
    (next) => async (args) => {
      const headers = headersOfTls(args.request);
      if (headers !== null && digestHeader in headers) headers[hashHeader] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'platenPayloadSigning' },
  );
}

function headersOfTls(request: unknown): Record<string, unknown> | null {
  if (typeof request !== 'object' || request === null) return null;
  if (!('protocol' in request) || request.protocol !== 'https:' || !('headers' in request))
    return null;
  return isRecord(request.headers) ? request.headers : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

interface MachineSettings {
  readonly region: string;
  /** URL of the service; null: Amazon's own. */
  readonly endpoint: string | null;
}

const defaultRegion = 'us-east-1';

/**
 * Reads the AWS configuration of the machine: `AWS_REGION`, `AWS_ENDPOINT_URL_S3`,
 * `AWS_ENDPOINT_URL`, and the same in a profile (AWS SDKs and Tools Reference Guide,
 * "Service-specific endpoints").
 * @param profile its name; null: the default one
 * @throws TransportFault `machine-settings` if it contradicts itself
 */
async function machineSettings(profile: string | null): Promise<MachineSettings> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { config } = new S3Client(profile === null ? {} : { profile });
  try {
    return {
      // The SDK rejects only a missing region here.
      region: await config.region().catch(() => defaultRegion),
      endpoint: (await config.serviceConfiguredEndpoint?.()) ?? null,
    };
  } catch (cause) {
    throw new TransportFault('machine-settings', { cause });
  }
}
