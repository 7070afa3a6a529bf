import type { RemoteEndpoint } from '../../shared/endpoints.js';
import type { ConversionProgress } from '../engine/pdf-engine.js';
import type { TimeLimit } from './time-limit.js';

/** How long things may take, in milliseconds. */
export interface RemoteLimits {
  /** Until there is a connection, with TLS. */
  readonly connectMs: number;
  /** While a request is sent, or a body comes in, without a byte that moves. */
  readonly standstillMs: number;
  /** The waits between the tries of a request that did not reach the service. */
  readonly retriesMs: readonly number[];
  /** The waits between the questions whether the PDF is made; the last one holds for all that follow. */
  readonly pollMs: readonly number[];
}

export const defaultLimits: RemoteLimits = {
  connectMs: 10_000,
  standstillMs: 30_000,
  retriesMs: [500, 1_500, 4_000],
  pollMs: [250, 500, 1_000, 2_000, 5_000],
};

/** What all requests of one conversion have in common. */
export interface RemoteCall {
  readonly endpoint: RemoteEndpoint;
  /** The key or the password; empty where the endpoint needs none. It goes nowhere but into the header `Authorization`, to the endpoint's own origin. */
  readonly secret: string;
  /** The variable of the environment that it is from; absent where it is from the settings. */
  readonly secretVariable?: string | undefined;
  /** What Platen calls itself in `User-Agent`. */
  readonly agent: string;
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  /** Whether nothing may go over a connection that is not encrypted, but to this computer itself. */
  readonly encryptedOnly: boolean;
  readonly limits: RemoteLimits;
  readonly time: TimeLimit;
  readonly onProgress: (progress: ConversionProgress) => void;
  /** Takes a line without content, addresses or secrets. */
  readonly log: (line: string) => void;
}
