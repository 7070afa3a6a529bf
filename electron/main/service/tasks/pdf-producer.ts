import { bucketAccessTo } from '../../outbox/uploaders.js';
import { AppError, codeOf, errorData } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { PdfEngine } from '../../engine/contract/pdf-engine.js';
import { suggestedName } from '../../engine/sources/suggested-name.js';
import { backoff, withRetry } from '../../util/async.js';
import type { ReadDelivery, ServiceOptions } from '../contract/service-options.js';
import type { ServiceResponse, StoredPdf } from '../store/service-store.js';
import { uploadToBucket } from './bucket-storage.js';
import { type ResultsStorage, newToken } from '../store/results.js';

const hourMs = 60 * 60 * 1000;

/** Longest retention of a PDF with gdpr or hipaa (docs/security.md). */
const flaggedHours = 1;

/** Path of the service's own storage below the base URL. */
export const filesPath = '/v1/files';

/** A valid request with everything that determines its PDF. */
export interface PdfRequest {
  /** Identifies an uploaded object as this request's: see `workIdOf`. */
  readonly workId: string;
  readonly request: ConversionRequest;
  readonly testMode: boolean;
  /** ID of the account. */
  readonly account: string;
  /** The service's base URL as the client knows it. */
  readonly base: string;
  /** The header `Idempotency-Key`; absent without one. */
  readonly idempotencyKey?: string;
  /**
   * Whether the service's own storage has the PDF; false if the response is the PDF and nothing
   * refers to it later.
   */
  readonly isStored: boolean;
  /** Identifies the HTTP request in the log; absent if no client waits for it. */
  readonly origin?: Readonly<Record<string, string | number>> | undefined;
}

/** A PDF that has been created, and stored if the request asks for that. */
export interface ProducedPdf {
  readonly response: ServiceResponse;
  readonly stored?: StoredPdf;
  readonly parts: readonly Buffer[];
}

interface Pdf {
  readonly parts: readonly Buffer[];
  readonly size: number;
}

export interface PdfProducerParts {
  readonly engine: Pick<PdfEngine, 'convert'>;
  readonly results: ResultsStorage;
  readonly delivery: ReadDelivery;
  readonly options: Pick<ServiceOptions, 'keepHours' | 'privateHosts' | 'timeoutSeconds'>;
}

/** Creates the PDFs of requests and stores them. */
export class PdfProducer {
  readonly #parts: PdfProducerParts;

  constructor(parts: PdfProducerParts) {
    this.#parts = parts;
  }

  /**
   * @throws AppError; nothing remains stored then, except an object that cannot be deleted from its
   * bucket
   */
  async produce(
    { workId: id, request, testMode, base, isStored }: PdfRequest,
    signal: AbortSignal,
  ): Promise<ProducedPdf> {
    const { engine, options } = this.#parts;
    const limited = { ...request, timeoutSeconds: options.timeoutSeconds };
    const converted = await withRetry(
      async () => engine.convert(limited, { signal, allowedHosts: options.privateHosts }),
      { delayAfter: delayAfterEnd, signal },
    );
    const pdf = testMode ? await withWatermark(converted) : converted;
    signal.throwIfAborted();
    const compliance = complianceOf(request);
    const { storage } = request;
    if (storage?.provider === 'object_store') {
      const { accessTo } = await this.#parts.delivery();
      const destination = storage.bucketDestination;
      const uploaded = await uploadToBucket(
        bucketAccessTo(accessTo),
        { id, destination, ...pdf, compliance },
        signal,
      );
      return {
        response: { url: uploaded.url, file: { name: uploaded.name, size: pdf.size }, compliance },
        parts: pdf.parts,
      };
    }
    const name = storage?.filename ?? suggestedName(request, converted.title);
    if (!isStored)
      return { response: { file: { name, size: pdf.size }, compliance }, parts: pdf.parts };
    const stored = await this.#store(pdf, name, compliance);
    const path = `${filesPath}/${stored.token}.pdf`;
    return {
      response: { url: `${base}${path}`, path, file: { name, size: pdf.size }, compliance },
      stored,
      parts: pdf.parts,
    };
  }

  async #store(
    { parts, size }: Pdf,
    name: string,
    { hipaa, gdpr }: ServiceResponse['compliance'],
  ): Promise<StoredPdf> {
    const { results, options } = this.#parts;
    const token = newToken();
    await results.write(token, parts, { encryptedOnly: hipaa }).catch((error: unknown) => {
      throw storageFault(error);
    });
    const hours = hipaa || gdpr ? Math.min(flaggedHours, options.keepHours) : options.keepHours;
    return { token, name, size, expires: Date.now() + hours * hourMs };
  }
}

/** The system's codes for a full disk and for a quota. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** For a PDF that the system could not store; other errors are returned as they are. */
function storageFault(thrown: unknown): unknown {
  const code = thrown instanceof Error ? codeOf(thrown.cause) : '';
  if (code === '') return thrown;
  const options = { cause: thrown };
  return fullCodes.has(code)
    ? new AppError('storage-full', message('service.storageFull'), undefined, options)
    : new AppError(
        'storage-unavailable',
        message('service.storageUnavailable'),
        undefined,
        options,
      );
}

/** A Chromium that ends takes the pages of other requests with it, which try again in a new one. */
const delays = backoff([50, 500]);

function delayAfterEnd(thrown: unknown, attempt: number): number | null {
  return errorData(thrown).code === 'chromium-ended' ? delays(thrown, attempt) : null;
}

export function complianceOf({ compliance }: Pick<ConversionRequest, 'compliance'>) {
  return { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false };
}

async function withWatermark({ parts }: Pdf): Promise<Pdf> {
  const { watermark } = await import('./watermark.js');
  const bytes = await watermark(Buffer.concat(parts)).catch((cause: unknown) => {
    throw new AppError('print-failed', message('service.watermarkFailed'), undefined, { cause });
  });
  return { parts: [bytes], size: bytes.length };
}
