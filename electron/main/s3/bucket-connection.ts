import type { S3, S3ClientConfig } from '@aws-sdk/client-s3';
import { AppError } from '../../shared/messages/errors.js';
import { readCertificates } from '../network/certificates.js';
import { SharedValues } from '../util/shared-values.js';
import { type BucketAccess, environmentProfile } from './bucket-access.js';
import { objectAddress } from './object-key.js';
import { defaultLimits, RequestTransport, type TransportLimits } from './request-transport.js';
import { serverAnswer, TransportFault } from './s3-fault.js';

/** Requests to one bucket, by a client that others share. */
export interface BucketConnection {
  readonly s3: S3;
  readonly bucket: string;
  /** The region that requests are signed for. */
  readonly region: string;
  /** URL of the bucket, as requests use it. */
  readonly address: string;
  /** The API, section 2.5. */
  readonly addressOf: (key: string) => string;
  /**
   * Whether the server is known to refuse a write whose condition is not met; some ignore the
   * condition.
   */
  readonly honorsConditions: boolean;
}

export interface ConnectionOptions {
  readonly encryptedOnly?: boolean;
}

/** Where requests go. */
interface RequestPlace {
  readonly access: BucketAccess;
  readonly bucket: string;
  /** The host that a server has redirected to; null: that of the endpoint. */
  readonly host: string | null;
}

type ClientSettings = Pick<
  BucketAccess,
  'endpoint' | 'region' | 'pathStyle' | 'caFile' | 'credentials'
> &
  Required<ConnectionOptions> & {
    /** The host that a server has redirected to; null: that of the endpoint. */
    readonly host: string | null;
    /** The AWS settings of the machine, which its credentials come with. */
    readonly variables: NodeJS.ProcessEnv;
  };

interface Client {
  readonly s3: S3;
  readonly settings: PlaceSettings;
}

/**
 * One S3 client for each target: uploads share its connections, and its credentials, which it
 * renews before they expire. Some are expensive, such as those of `credential_process`.
 */
export class BucketClients {
  readonly #shared: SharedValues<ClientSettings, Promise<Client>>;
  /** The regions that servers have named, by endpoint and bucket. */
  readonly #regions = new Map<string, string>();

  constructor(limits: TransportLimits = defaultLimits) {
    this.#shared = new SharedValues(async (settings) => createClient(settings, limits), endClient);
  }

  /**
   * Runs a task with a connection to a bucket. If the server names another region for the bucket,
   * the task runs again with that region, which later tasks use at once. If it redirects to another
   * host of the same service for now, the task runs again with that host. After an error of a
   * request, the next task gets a new client: the settings, certificates and credentials are read
   * again, as they may have been corrected.
   * @throws TransportFault for invalid settings; what the task throws
   */
  async use<T>(
    access: BucketAccess,
    bucket: string,
    options: ConnectionOptions,
    task: (connection: BucketConnection) => Promise<T>,
  ): Promise<T> {
    const place = JSON.stringify([access.endpoint, bucket]);
    const region = this.#regions.get(place) ?? access.region;
    let used: Pick<BucketConnection, 'region' | 'address'> | undefined;
    const run = async (signedFor: string | null, host: string | null) => {
      const place = { access: { ...access, region: signedFor }, bucket, host };
      return this.#useOnce(place, options, async (connection) => {
        used = connection;
        return task(connection);
      });
    };
    try {
      return await run(region, null);
    } catch (thrown) {
      if (used === undefined) throw thrown;
      const named = regionOfRedirect(thrown);
      if (named !== null && named !== used.region) {
        this.#regions.set(place, named);
        return run(named, null);
      }
      const host = hostOfRedirect(thrown, used.address, bucket);
      if (host === null) throw thrown;
      return run(region, host);
    }
  }

  /**
   * Runs a task with a client for requests that concern no bucket.
   * @throws TransportFault for invalid settings; what the task throws
   */
  async useServer<T>(access: BucketAccess, task: (s3: S3) => Promise<T>): Promise<T> {
    return this.#withClient(access, {}, null, async ({ s3 }) => task(s3));
  }

  async #useOnce<T>(
    { access, bucket, host }: RequestPlace,
    options: ConnectionOptions,
    task: (connection: BucketConnection) => Promise<T>,
  ): Promise<T> {
    return this.#withClient(access, options, host, async ({ s3, settings }) => {
      const address = await bucketAddress(s3, bucket, settings);
      const addressOf = (key: string) => objectAddress(access.publicBase ?? address, key);
      const { region } = settings;
      const honorsConditions = isAmazon(address);
      return task({ s3, bucket, region, address, addressOf, honorsConditions });
    });
  }

  async #withClient<T>(
    access: BucketAccess,
    { encryptedOnly = false }: ConnectionOptions,
    host: string | null,
    task: (client: Client) => Promise<T>,
  ): Promise<T> {
    const variables = awsVariables();
    const settings = { ...clientSettings(access), encryptedOnly, host, variables };
    return this.#shared.use(settings, async (client) => {
      try {
        return await task(await client);
      } catch (thrown) {
        // Platen's own errors, such as an existing object, have other causes.
        if (!(thrown instanceof AppError)) this.#shared.forget(client);
        throw thrown;
      }
    });
  }
}

/** Without a client there is nothing to end; its users have received the error. */
function endClient(client: Promise<Client>): void {
  client.then(
    ({ s3 }) => s3.destroy(),
    () => undefined,
  );
}

/**
 * Returns the region that a server names when it refuses a request for another one; null otherwise.
 * It becomes part of Amazon's host name, so it is checked.
 */
export function regionOfRedirect(thrown: unknown): string | null {
  const { status = 0, region = '' } = serverAnswer(thrown) ?? {};
  const isRedirect = status === 301 || status === 307 || status === 308 || status === 400;
  return isRedirect && /^[a-z0-9][a-z0-9-]{0,62}$/.test(region) ? region : null;
}

/**
 * Returns the host that a server redirects to for now (307), such as Amazon for a new bucket. Null
 * for one of another service, protocol or port, which must not get the PDF.
 * @param address URL of the bucket
 */
export function hostOfRedirect(thrown: unknown, address: string, bucket: string): string | null {
  const { status, headers = {} } = serverAnswer(thrown) ?? {};
  const { location = '' } = headers;
  if (status !== 307 || !URL.canParse(location)) return null;
  const [from, to] = [new URL(address), new URL(location)];
  if (to.protocol !== from.protocol || to.port !== from.port) return null;
  if (to.hostname === from.hostname) return null;
  return isSameService(from.hostname, to.hostname, bucket) ? to.hostname : null;
}

/** Returns whether a host belongs to the service of another one, and to the same bucket. */
function isSameService(from: string, to: string, bucket: string): boolean {
  const isOfBucket = from.startsWith(`${bucket}.`);
  const server = isOfBucket ? from.slice(bucket.length + 1) : from;
  if (!isAmazonHost(server)) return to.endsWith(`.${server}`);
  if (isOfBucket && !to.startsWith(`${bucket}.`)) return false;
  const other = isOfBucket ? to.slice(bucket.length + 1) : to;
  const isOfS3 = /^s3[.-]([a-z0-9-]+\.){0,3}amazonaws\.com(\.cn)?$/.test(other);
  return isOfS3 && server.endsWith('.cn') === other.endsWith('.cn');
}

/** The clients of this process. */
export const bucketClients = new BucketClients();

function clientSettings({
  endpoint,
  region,
  pathStyle,
  caFile,
  credentials,
}: BucketAccess): Omit<ClientSettings, 'encryptedOnly' | 'host' | 'variables'> {
  return { endpoint, region, pathStyle, caFile, credentials };
}

function awsVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')),
  );
}

/**
 * Creates a client. Its settings work with all known servers: only requested checksums, and three
 * retries after a broken connection.
 * @throws TransportFault for invalid settings
 */
async function createClient(access: ClientSettings, limits: TransportLimits): Promise<Client> {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { encryptedOnly, host } = access;
  const { credentials } = access;
  const profile =
    credentials.kind === 'machine' ? await profileSettings(credentials.profile) : noProfile;
  const ca = await trustedCertificates(access.caFile ?? profile.caFile);
  const settings = await placeSettings(access, profile);
  const s3 = new S3({
    ...settings,
    credentials: await credentialsOf(access),
    requestHandler: new RequestTransport({ ...limits, ca, encryptedOnly }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    retryMode: 'standard',
  });
  signWithoutBodyHash(s3);
  if (host !== null) sendTo(s3, host);
  return { s3, settings };
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
 * The endpoint of the machine's configuration is used only with its credentials; the user's key
 * must not go to another server.
 */
async function placeSettings(
  access: ClientSettings,
  { addressing, endpoint: ofProfile }: ProfileSettings,
): Promise<PlaceSettings> {
  const { endpoint, region, credentials, pathStyle } = access;
  const isMachine = credentials.kind === 'machine';
  const isOfMachine = isMachine && endpoint === null;
  const needsMachineSettings = region === null || isOfMachine;
  const machine = needsMachineSettings
    ? await machineSettings(isMachine ? credentials.profile : null)
    : null;
  // The SDK reads the endpoint of the environment's profile only.
  const isNamed = isMachine && credentials.profile !== null;
  const found = isNamed ? (environmentEndpoint() ?? ofProfile) : (machine?.endpoint ?? null);
  const configured = isOfMachine ? found : null;
  const address = endpoint ?? configured;
  if (address !== null && !/^https?:\/\/[^/]/i.test(address)) {
    throw new TransportFault('endpoint-scheme', { subject: address });
  }
  return {
    region: region ?? machine?.region ?? defaultRegion,
    forcePathStyle: pathStyle || (isOfMachine && isPathStyle(addressing, configured)),
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
}: ClientSettings): Promise<NonNullable<S3ClientConfig['credentials']>> {
  if (credentials.kind === 'key') {
    const { accessKeyId, secretAccessKey } = credentials;
    return { accessKeyId, secretAccessKey };
  }
  const { profile } = credentials;
  const named = profile ?? environmentProfile();
  const { fromNodeProviderChain } = await import('@aws-sdk/credential-providers');
  const chain = fromNodeProviderChain(profile === null ? {} : { profile });
  return async () => {
    try {
      return await chain();
    } catch (cause) {
      throw new TransportFault('no-credentials', {
        ...(named !== null && { subject: named }),
        cause,
      });
    }
  };
}

/** Amazon S3 User Guide, "How to prevent object overwrites with conditional writes". */
function isAmazon(bucketUrl: string): boolean {
  return isAmazonHost(new URL(bucketUrl).hostname);
}

function isAmazonHost(hostname: string): boolean {
  return /\.amazonaws\.com(\.cn)?$/.test(hostname);
}

/** By the SDK's own rules, as requests use it. */
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

/** Sends requests to another host, before they are signed for it. */
function sendTo({ middlewareStack }: S3, hostname: string): void {
  middlewareStack.add(
    (next) => async (args) => {
      if (isRecord(args.request)) args.request['hostname'] = hostname;
      return next(args);
    },
    { step: 'build', priority: 'high', name: 'platenRedirect' },
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

const addressingStyles = ['auto', 'path', 'virtual'] as const;
type AddressingStyle = (typeof addressingStyles)[number];

/** What the AWS command line reads from a profile, and the SDK does not, or not always. */
interface ProfileSettings {
  /** Full path of a PEM file (`ca_bundle`); null: none. */
  readonly caFile: string | null;
  readonly addressing: AddressingStyle;
  /** URL of the service; null: none is set. */
  readonly endpoint: string | null;
}

const noProfile: ProfileSettings = { caFile: null, addressing: 'auto', endpoint: null };

/**
 * Reads `ca_bundle`, `addressing_style` and `endpoint_url` of a profile (AWS CLI Command Reference,
 * "AWS CLI S3 Configuration"; "Service-specific endpoints").
 * @param profile its name; null: the default one
 * @throws TransportFault `addressing-style` if that is unknown
 */
async function profileSettings(profile: string | null): Promise<ProfileSettings> {
  const { loadSharedConfigFiles } = await import('@smithy/core/config');
  const { configFile } = await loadSharedConfigFiles({ ignoreCache: true });
  const section = configFile[profile ?? environmentProfile() ?? 'default'] ?? {};
  const { ca_bundle: caFile, 's3.addressing_style': style = 'auto', services = '' } = section;
  const ofService = configFile[`services.${services}`]?.['s3.endpoint_url'];
  const addressing = addressingStyles.find((known) => known === style);
  if (addressing === undefined) throw new TransportFault('addressing-style', { subject: style });
  const endpoint = ofService ?? section['endpoint_url'] ?? null;
  return { caFile: caFile ?? null, addressing, endpoint };
}

function environmentEndpoint(): string | null {
  const { AWS_ENDPOINT_URL_S3: own = '', AWS_ENDPOINT_URL: all = '' } = process.env;
  return own || all || null;
}

/** @param endpoint of the machine's configuration; null: Amazon's own */
function isPathStyle(style: AddressingStyle, endpoint: string | null): boolean {
  // As the AWS command line does: such a server rarely has a host name for each bucket.
  return style === 'auto' ? endpoint !== null : style === 'path';
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
