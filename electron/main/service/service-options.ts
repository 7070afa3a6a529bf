import type { DeliverySettings } from '../outbox/delivery-settings.js';

/** A server's certificate with those behind it, and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** How a service runs. */
export interface ServiceOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly tls: TlsFiles | null;
  /** Whether a proxy in front speaks TLS and tells in `X-Forwarded-*` how it was asked. */
  readonly behindProxy: boolean;
  /** The base of the addresses that are given out, without a slash at its end; null: as the request came. */
  readonly baseUrl: string | null;
  /** Whether requests need no key. */
  readonly isOpen: boolean;
  /** Full path of the folder for PDFs of the service's own storage. */
  readonly results: string;
  readonly keepHours: number;
  /** Private hosts that sources and webhooks of requests may lead to, `host` or `host:port`. */
  readonly privateHosts: readonly string[];
  /** How many PDFs are made at the same time, and how many requests may wait. */
  readonly concurrency: number;
  readonly queue: number;
  /** Time limit of one conversion, in seconds. */
  readonly timeoutSeconds: number;
  /** Of a request's body, in bytes. */
  readonly bodyLimit: number;
  /** How long what is being made may take once the service is to stop, in seconds. */
  readonly stopSeconds: number;
}

/** What the settings of this computer say about buckets and webhooks; read when it is first needed. */
export type ReadDelivery = () => Promise<DeliverySettings>;

/** How much the requests that wait may take together, in bytes, beside their number. */
export const waitingBytes = 512 * 1024 ** 2;

export const defaultOptions = {
  host: '127.0.0.1',
  port: 8080,
  queue: 1000,
  bodyLimit: 32 * 1024 ** 2,
  stopSeconds: 25,
} as const;
