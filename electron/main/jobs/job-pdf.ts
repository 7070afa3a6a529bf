import { stat } from 'node:fs/promises';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { s3Uri } from '../../shared/request/storage.js';
import { listInWords, quote } from '../../shared/request/text.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Delivery, UploadDelivery } from '../outbox/delivery.js';
import { isDone } from '../outbox/delivery-state.js';
import { isAbsence } from '../files/is-there.js';
import { readFailure } from '../engine/sources/source-files.js';
import { type Job, type JobState, type PdfFacts, deliveryIds, keptPdf } from './job.js';

/** The PDF that a job has made, where it lies. */
export interface JobPdf {
  readonly path: string;
  readonly facts: PdfFacts;
}

/** The outbox, as far as the PDFs lie in it that were only to be uploaded. */
export interface WaitingPdfs {
  get(id: string): Delivery | undefined;
  /** Full path of a PDF. @param pdf its id */
  pathOf(pdf: string): string;
}

/**
 * Finds the PDF of a job: where it was written, where it is kept as it could not be, or where it waits to be uploaded.
 * @throws AppError `refused` if the job has none on this computer; `source-unreadable` if it is gone, or is not what the job made any more
 */
export async function jobPdf(
  job: Readonly<Job>,
  kept: PdfSpool,
  waiting: WaitingPdfs,
): Promise<JobPdf> {
  const { state } = job;
  const facts = state.status === 'completed' ? state.pdf : keptPdf(state);
  if (!facts) throw new AppError('refused', noPdfSentence(state));
  const path = placeOf(job, kept, waiting);
  const { size } = await stat(path).catch((error: unknown) => {
    const sentence = isAbsence(error)
      ? `${path} is not there any more. Try again to convert it once more.`
      : readFailure(path, error);
    throw new AppError('source-unreadable', sentence, undefined, { cause: error });
  });
  if (size === facts.size) return { path, facts };
  throw new AppError(
    'source-unreadable',
    `${path} has been changed since Platen made it. Open it with the system's own program instead.`,
  );
}

function placeOf({ id, state }: Readonly<Job>, kept: PdfSpool, waiting: WaitingPdfs): string {
  if (state.status !== 'completed') return kept.pathOf(id);
  if (state.path !== null) return state.path;
  const uploads = deliveryIds(state).flatMap((delivery) => {
    const entry = waiting.get(delivery);
    return entry?.kind === 'upload' ? [entry] : [];
  });
  const held = uploads.find((upload) => !isDone(upload.state));
  if (held) return waiting.pathOf(held.pdf.id);
  throw new AppError('refused', goneSentence(uploads, state.remote));
}

function noPdfSentence(state: JobState): string {
  const remote = state.status === 'completed' ? state.remote : undefined;
  return remote?.notFetched ?? 'This job has made no PDF.';
}

function goneSentence(uploads: readonly UploadDelivery[], remote?: RemoteReceipt): string {
  const places = uploads.map(({ bucket, key }) => s3Uri({ bucket, key }));
  if (places.length === 0 && remote) {
    const place = remote.url === undefined ? '' : ` at ${remote.url}`;
    return `The PDF of this job was not to be saved on this computer; the service ${quote(remote.name)} has it${place}.`;
  }
  if (places.length === 0) {
    return 'The PDF of this job is not known to be on this computer any more. Add the document again to make another.';
  }
  const where = listInWords(places, 'and');
  return `The PDF of this job was not to be saved on this computer; it went to ${where}. Open it there.`;
}
