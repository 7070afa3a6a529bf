import type { LocalEngine } from '../../engine/contract/pdf-engine.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';

/** A certificate chain and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Where a server listens; port 0 is any free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** What keeps one account from using the service alone. */
export interface AccountLimits {
  /** How many of its PDFs are created in parallel. */
  readonly concurrency: number;
  /** Requests per minute, unless the account has a rate of its own. */
  readonly rate: number;
  /** Seconds of work per hour that cost no credit: in test mode, and for requests that fail. */
  readonly unpaidSeconds: number;
}

export interface ServiceOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: TlsFiles | null;
  /** Whether a proxy terminates TLS and sets `X-Forwarded-*`. */
  readonly behindProxy: boolean;
  /** Start of URLs in responses, without a trailing slash; null for that of the request. */
  readonly baseUrl: string | null;
  /** Whether requests need no key. */
  readonly isOpen: boolean;
  readonly keepHours: number;
  /** Another address with metrics and probes, which need no key there; null without one. */
  readonly metricsListen: ListenAddress | null;
  /** The operator's key for the metrics; null without one. */
  readonly metricsKey: string | null;
  /** Private hosts that sources and webhooks may use, as `host` or `host:port`. */
  readonly privateHosts: readonly string[];
  /** Whether Platen's own options, which the API lacks, are refused. */
  readonly isStrict: boolean;
  /** How many PDFs are created in parallel, and how many requests may wait. */
  readonly concurrency: number;
  readonly queue: number;
  /** Limits of each account; null if the service has no accounts. */
  readonly perAccount: AccountLimits | null;
  /** Timeout of one conversion. */
  readonly timeoutSeconds: number;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** How long running requests may take when the service stops. */
  readonly stopSeconds: number;
}

export const defaultAccountLimits = { rate: 6000, unpaidSeconds: 1800 } as const;

/** The part of the engine that the service uses. */
export type ServiceEngine = Pick<LocalEngine, 'convert' | 'ping' | 'memory'>;

/** Reads the settings of buckets and webhooks on first use. */
export type ReadDelivery = () => Promise<DeliverySettings>;

/** Total size of waiting requests in bytes. */
export const waitingBytes = 512 * 1024 ** 2;

export const defaultOptions = {
  host: '127.0.0.1',
  port: 8080,
  queue: 1000,
  bodyLimit: 32 * 1024 ** 2,
  stopSeconds: 25,
} as const;
