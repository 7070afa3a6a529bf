import type { RemoteReceipt } from '../../shared/endpoints.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { ConversionOptions, ConvertedPdf } from './pdf-engine.js';

export interface RemoteOptions extends ConversionOptions {
  /** The same for every try of one job, so that a service which knows the header `Idempotency-Key` makes and charges it once. */
  readonly idempotencyKey: string;
  /** Awaited before the first byte of the request is sent: until then the service certainly does nothing. */
  readonly beforeSending?: () => Promise<void>;
}

/** What a service has made. */
export interface RemoteConversion {
  readonly receipt: RemoteReceipt;
  /** Null where the PDF could not be fetched: the receipt says why. */
  readonly pdf: ConvertedPdf | null;
}

/** Has PDFs made by services that speak the interface. */
export interface RemoteRenderer {
  /** What an endpoint is called; undefined if there is none of that id. */
  nameOf(endpoint: string): string | undefined;

  /** The storage of an endpoint's requests that name none, with its placeholders; undefined if it has none. */
  storageOf(endpoint: string): ConversionRequest['storage'];

  /**
   * Sends a request, whose storage and webhook are the service's to carry out, and fetches the PDF.
   * @param endpoint id of the endpoint
   * @throws AppError `remote-unreachable`, `remote-refused`, `remote-uncertain`, `invalid-request` for what the interface does not know, `canceled`
   */
  convert(
    endpoint: string,
    request: ConversionRequest,
    options: RemoteOptions,
  ): Promise<RemoteConversion>;
}
