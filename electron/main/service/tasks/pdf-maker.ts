import { AppError } from '../../../shared/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { PdfEngine } from '../../engine/pdf-engine.js';
import { suggestedName } from '../../engine/sources/suggested-name.js';
import type { ReadDelivery, ServiceOptions } from '../service-options.js';
import type { ServiceResponse, StoredPdf } from '../store/service-store.js';
import { putIntoBucket } from './bucket-storage.js';
import { type ResultsFolder, newToken } from './results-folder.js';

const hourMs = 60 * 60 * 1000;

/** How long a PDF whose request has a flag is kept at most, in hours: as long as it takes to fetch it (docs/compliance.md). */
const privateHours = 1;

/** Where the PDFs of the service's own storage are, below the base address. */
export const filesPath = '/v1/files';

/** A request that is to be carried out. */
export interface PdfRequest {
  /** What the work is known by when it is done again: see `work-id.ts`. */
  readonly workId: string;
  readonly request: ConversionRequest;
  readonly testMode: boolean;
  /** Id of the account that asks. */
  readonly account: string;
  /** The service's base address as the client knows it. */
  readonly base: string;
}

/** A PDF that has been made and is where it belongs. */
export interface MadePdf {
  readonly response: ServiceResponse;
  /** In the service's own storage. */
  readonly stored?: StoredPdf;
  readonly parts: readonly Buffer[];
}

interface Pdf {
  readonly parts: readonly Buffer[];
  readonly size: number;
}

export interface PdfMakerParts {
  readonly engine: Pick<PdfEngine, 'convert'>;
  readonly results: ResultsFolder;
  readonly delivery: ReadDelivery;
  readonly options: Pick<ServiceOptions, 'keepHours' | 'privateHosts' | 'timeoutSeconds'>;
}

/** Makes the PDFs of requests and puts them where they are to go. */
export class PdfMaker {
  readonly #parts: PdfMakerParts;

  constructor(parts: PdfMakerParts) {
    this.#parts = parts;
  }

  /** @throws AppError for everything that can go wrong; nothing is left then but what cannot be taken back from a bucket */
  async make(
    { workId: id, request, testMode, base }: PdfRequest,
    signal: AbortSignal,
  ): Promise<MadePdf> {
    const { engine, options } = this.#parts;
    const converted = await engine.convert(
      { ...request, timeoutSeconds: options.timeoutSeconds },
      { signal, allowedHosts: options.privateHosts },
    );
    const pdf = testMode ? await withWatermark(converted) : converted;
    signal.throwIfAborted();
    const compliance = complianceOf(request);
    const { storage } = request;
    if (storage?.provider === 'object_store') {
      const { accessTo } = await this.#parts.delivery();
      const destination = storage.bucketDestination;
      const put = await putIntoBucket(accessTo, { id, destination, ...pdf, compliance }, signal);
      return {
        response: { url: put.url, file: { name: put.name, size: pdf.size }, compliance },
        parts: pdf.parts,
      };
    }
    const name = storage?.filename ?? suggestedName(request, converted.title);
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
    await results.write(token, parts);
    const hours = hipaa || gdpr ? Math.min(privateHours, options.keepHours) : options.keepHours;
    return { token, name, size, expires: Date.now() + hours * hourMs };
  }
}

/** The flags of a request, each said. */
export function complianceOf({ compliance }: Pick<ConversionRequest, 'compliance'>) {
  return { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false };
}

async function withWatermark({ parts }: Pdf): Promise<Pdf> {
  const { watermark } = await import('./watermark.js');
  const bytes = await watermark(Buffer.concat(parts)).catch((cause: unknown) => {
    const message =
      'The PDF could not be given the watermark of the test mode: it is damaged or encrypted. Send the request without svc-test-mode.';
    throw new AppError('print-failed', message, undefined, { cause });
  });
  return { parts: [bytes], size: bytes.length };
}
