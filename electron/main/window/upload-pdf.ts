import type { ArtifactStore } from './artifact-store.js';
import { sourceForNames } from '../jobs/job.js';
import { type WaitingPdfs, jobPdf } from '../jobs/job-pdf.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { UploadPlaces, checkPlaces } from '../jobs/upload-places.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { placeholderValues } from '../files/plan-delivery.js';
import type { DeliverySink } from '../outbox/delivery-sink.js';
import type { bridgeCalls } from '../../shared/bridge.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { PlaceholderValues } from '../../shared/request/filename.js';
import type { z } from 'zod';
import { jobOf, pdfName } from './listed-job.js';
import { pdfBytes } from './pdf-bytes.js';
import type { PrivatePreviews } from './private-previews.js';

export interface UploadParts {
  readonly outbox: DeliverySink & WaitingPdfs;
  readonly artifacts: ArtifactStore;
  readonly previews: PrivatePreviews;
  readonly queue: JobQueue;
  readonly kept: PdfSpool;
}

type UploadInput = z.output<(typeof bridgeCalls)['deliveries:upload']['input']>;

/** A PDF that is there already, as it goes out. */
interface FoundPdf {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** What the placeholders of its destinations stand for. */
  readonly values: PlaceholderValues;
  readonly job: string | null;
  readonly compliance: ConversionRequest['compliance'];
}

/**
 * Hands a preview, or the PDF of a job, over to be uploaded, and gives the ids of the uploads.
 * @throws AppError `refused` or `source-unreadable` if the PDF is not there, `invalid-request` for
 * a place that no bucket takes, `write-failed`
 */
export async function uploadPdf(
  { pdf, wishes, compliance }: UploadInput,
  parts: UploadParts,
): Promise<readonly string[]> {
  const found = pdf.kind === 'job' ? await ofJob(pdf.id, parts) : ofPreview(pdf.id, parts);
  const { path, name, size, values, job } = found;
  const uploads = new UploadPlaces().of({ owner: pdf.id, batch: '', requests: wishes }, values);
  checkPlaces(uploads);
  const flags = {
    gdpr: compliance?.gdpr === true || found.compliance?.gdpr === true,
    hipaa: compliance?.hipaa === true || found.compliance?.hipaa === true,
  };
  const ids = await parts.outbox.stage({
    job,
    compliance: flags,
    pdf: { contents: pdfBytes(path), name, size },
    uploads,
  });
  if (pdf.kind === 'artifact' && (flags.gdpr || flags.hipaa)) parts.previews.expect(pdf.id, ids);
  // No job speaks of it: what a kill left held would be dropped at the next start.
  await parts.outbox.release(ids);
  return ids;
}

function ofPreview(id: string, { artifacts }: UploadParts): FoundPdf {
  const { path, size, title, suggestedName, sourceName } = artifacts.get(id);
  const values = { name: sourceName, title, date: new Date(), n: 1, of: 1 };
  return { path, name: suggestedName, size, values, job: null, compliance: undefined };
}

async function ofJob(id: string, { queue, kept, outbox }: UploadParts): Promise<FoundPdf> {
  const job = jobOf(queue, id);
  const { path, facts } = await jobPdf(job, kept, outbox);
  const { number, of, added, options } = job;
  const wish = { source: sourceForNames(job.source), date: new Date(added), number, of };
  return {
    path,
    name: pdfName(job),
    size: facts.size,
    values: placeholderValues(wish, facts.title),
    job: id,
    compliance: options.request.compliance,
  };
}
