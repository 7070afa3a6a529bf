import type { RemoteReceipt } from '../../shared/endpoints.js';
import { errorData } from '../../shared/messages/errors.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { ConversionOptions, ConvertedPdf } from './contract/pdf-engine.js';

export interface RemoteOptions extends ConversionOptions {
  /**
   * The same for each attempt of a job, so that a service that supports `Idempotency-Key` renders
   * and charges once.
   */
  readonly idempotencyKey: string;
  /**
   * Awaited before the first byte of the request is sent: until then the service cannot have done
   * anything.
   */
  readonly beforeSending?: () => Promise<void>;
}

export interface RemoteConversion {
  readonly receipt: RemoteReceipt;
  /** Null if the PDF could not be downloaded; the receipt says why. */
  readonly pdf: ConvertedPdf | null;
}

export interface RemoteRenderer {
  /** Undefined for an unknown id. */
  nameOf(endpoint: string): string | undefined;

  /** What an endpoint's requests use by default, with its placeholders; undefined for none. */
  storageOf(endpoint: string): ConversionRequest['storage'];

  /**
   * Sends a request and downloads the PDF. The service handles its storage and webhook.
   * @param endpoint id of the endpoint
   * @throws AppError `remote-unreachable`, `remote-refused`, `remote-uncertain`, `canceled`, or
   * `invalid-request` for options that the API lacks
   */
  convert(
    endpoint: string,
    request: ConversionRequest,
    options: RemoteOptions,
  ): Promise<RemoteConversion>;
}

/** True only if that is certain, so that a retry is a new request. */
export function wasNotProcessed(error: unknown): boolean {
  const { code } = errorData(error);
  return code === 'remote-refused' || code === 'remote-unreachable';
}
